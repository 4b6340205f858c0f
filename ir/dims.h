// Symbolic shapes: a fixed-capacity list of size symbols.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

namespace parax::ir {

constexpr int maxRank = 8;

// A size symbol is an index into Program::sizes; symbol 0 is always the literal 1.
using Symbol = std::int32_t;
constexpr Symbol one = 0;
constexpr Symbol noSymbol = -1;

class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<Symbol> list) {
    for (Symbol s : list) push(s);
  }
  int rank() const { return rank_; }
  Symbol operator[](int k) const { return at_[k]; }
  Symbol& operator[](int k) { return at_[k]; }
  void push(Symbol s) { at_[rank_++] = s; }
  const Symbol* begin() const { return at_.data(); }
  const Symbol* end() const { return at_.data() + rank_; }
  Symbol* begin() { return at_.data(); }
  Symbol* end() { return at_.data() + rank_; }
  friend bool operator==(const Dims& a, const Dims& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<Symbol, maxRank> at_{};
  std::int32_t rank_ = 0;
};

}  // namespace parax::ir
