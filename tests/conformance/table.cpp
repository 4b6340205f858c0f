#include "table.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>

#include "modes.h"

namespace parax::conformance {

namespace {
using Key = std::tuple<std::string, std::string, int>;  // operation, type, rank
}  // namespace

struct Table::Data {
  struct Count {
    int same = 0, different = 0;
  };
  std::map<Key, std::map<std::string, Count>> cells;
  std::map<Key, std::string> holes;
  std::set<std::string> complete;  // operations that have to have every type and rank
};

Table::Table() : data_(new Data) {}

Table& Table::instance() {
  static Table table;
  return table;
}

void Table::compared(const Row& row, const char* way, bool same) {
  auto& count = data_->cells[{row.operation, row.type, row.rank}][way];
  ++(same ? count.same : count.different);
}

void Table::explainHole(const std::string& operation, const std::string& type, int rank,
                        const std::string& why) {
  data_->holes[{operation, type, rank}] = why;
}

void Table::expectNoHoles(const std::string& operation) const {
  data_->complete.insert(operation);
  for (const ElementTypeInfo& type : elementTypeTable)
    for (int rank = 0; rank < tableRanks; ++rank) {
      const Key key{operation, std::string(type.name), rank};
      if (data_->holes.count(key)) continue;
      const auto cell = data_->cells.find(key);
      for (const Way& way : ways())
        if (!way.onlyWhereFmasForm && (cell == data_->cells.end() || !cell->second.count(way.name)))
          ADD_FAILURE() << operation << " of " << type.name << ", rank " << rank << ", " << way.name
                        << ": not tested, and nothing says why";
    }
}

// A row per operation and type, a column per way; a cell has one sign per rank.
void Table::print() const {
  std::set<std::pair<std::string, std::string>> rows;
  std::map<std::string, char> reasons;  // why -> letter
  for (const auto& [key, cell] : data_->cells) rows.insert({std::get<0>(key), std::get<1>(key)});
  for (const auto& [key, why] : data_->holes) {
    rows.insert({std::get<0>(key), std::get<1>(key)});
    reasons.try_emplace(why, static_cast<char>('a' + static_cast<char>(reasons.size())));
  }
  std::printf("%-26s %-8s", "operation", "type");
  for (const Way& way : ways()) std::printf(" %-18s", way.name);
  std::printf("\n");
  for (const auto& [operation, type] : rows) {
    std::printf("%-26s %-8s", operation.c_str(), type.c_str());
    for (const Way& way : ways()) {
      std::string signs;
      for (int rank = 0; rank < tableRanks; ++rank) {
        const Key key{operation, type, rank};
        const auto cell = data_->cells.find(key);
        if (cell != data_->cells.end() && cell->second.count(way.name))
          signs += cell->second.at(way.name).different ? '!' : '+';
        else if (data_->holes.count(key))
          signs += reasons[data_->holes.at(key)];
        else if (way.onlyWhereFmasForm)
          signs += '.';
        else
          signs += data_->complete.count(operation) ? '?' : '-';
      }
      std::printf(" %-18s", signs.c_str());
    }
    std::printf("\n");
  }
  std::printf(
      "one sign for each rank 0 to 8: + same bits, ! different, ? hole, . no multiply-add to "
      "form,\n"
      "- a program or a pair of types: written for one rank, its operations have rows of their "
      "own\n");
  for (const auto& [why, letter] : reasons) std::printf("%c: %s\n", letter, why.c_str());
}

}  // namespace parax::conformance
