// The accesses of one loop, each different one once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/parallel.h"

namespace parax::compiler {

inline bool samePoint(const ir::Access& a, const ir::Access& b) {
  return std::equal(a.axis, a.axis + ir::maxRank, b.axis);
}

inline bool withoutAxes(const ir::Access& access) {
  return std::all_of(access.axis, access.axis + ir::maxRank,
                     [](std::int32_t axis) { return axis == ir::none; });
}

class AccessTable {
 public:
  std::int32_t add(const ir::Access& access) {
    const auto [begin, end] = byBuffer_.equal_range(access.buffer);
    for (auto it = begin; it != end; ++it)
      if (samePoint(accesses_[it->second], access)) return it->second;
    const auto id = static_cast<std::int32_t>(accesses_.size());
    accesses_.push_back(access);
    byBuffer_.emplace(access.buffer, id);
    return id;
  }
  std::vector<ir::Access> take() { return std::move(accesses_); }

 private:
  std::vector<ir::Access> accesses_;
  std::unordered_multimap<ir::BufferId, std::int32_t> byBuffer_;
};

}  // namespace parax::compiler
