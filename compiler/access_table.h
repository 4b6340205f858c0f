// The accesses of one body, each different one once.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/parallel.h"

namespace parax::compiler {

// Two accesses of different buffers of one shape mean elements at the same place.
inline bool samePoint(const ir::Access& a, const ir::Access& b) { return a.at == b.at; }

// The element does not depend on the point.
inline bool isFixed(const ir::Access& access) {
  for (const ir::Index& index : access.at)
    if (!index.terms.empty()) return false;
  return true;
}

class AccessTable {
 public:
  std::int32_t add(const ir::Access& access) {
    const auto [begin, end] = byBuffer_.equal_range(access.buffer);
    for (auto it = begin; it != end; ++it)
      if (accesses_[it->second] == access) return it->second;
    const auto id = static_cast<std::int32_t>(accesses_.size());
    accesses_.push_back(access);
    byBuffer_.emplace(access.buffer, id);
    return id;
  }
  const ir::Access& operator[](std::int32_t id) const { return accesses_[id]; }
  std::vector<ir::Access> take() { return std::move(accesses_); }

 private:
  std::vector<ir::Access> accesses_;
  std::unordered_multimap<ir::BufferId, std::int32_t> byBuffer_;
};

}  // namespace parax::compiler
