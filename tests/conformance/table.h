// What was compared: operation x element type x rank x way. Holes need an explanation.
#pragma once

#include <string>

namespace parax::conformance {

constexpr int tableRanks = 9;  // 0 to 8

struct Row {
  std::string operation;
  std::string type;
  int rank = 1;
};

class Table {
 public:
  static Table& instance();
  void compared(const Row& row, const char* way, bool same);
  void explainHole(const std::string& operation, const std::string& type, int rank,
                   const std::string& why);
  // Fails the running test for every type, rank and way of the operation that was neither compared
  // nor explained.
  void expectNoHoles(const std::string& operation) const;
  void print() const;

 private:
  struct Data;
  Table();
  Data* data_;
};

}  // namespace parax::conformance
