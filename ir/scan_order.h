// The one order of a scan, in every mode: it depends on the extent only.
//
// Lines of as many elements as a reduction has lanes: their prefixes by doubling, element e takes
// at level k the last one of the half before it, if bit k of e is set. The lines of a block of 1280
// in order: element = carry + prefix, and the next carry is the last element. The blocks' totals by
// this same rule: element = offset + (carry + prefix). What has nothing before it takes no part. So
// every level adds what lies before to what lies inside: a scan of non-negative numbers never
// decreases.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ir/reduction_tree.h"

namespace parax::ir {

// The elements come in order; push gives the scan up to and with each.
template <class T, class Combine>
class Scan {
 public:
  Scan(std::int64_t lanes, Combine combine)
      : lanes_(lanes), combine_(combine), line_(static_cast<std::size_t>(lanes)) {}

  T push(const T& x) {
    if (count_ == reductionBlock) startBlock();
    const std::int64_t e = count_++ % lanes_;
    if (e == 0 && count_ > 1) carry_ = last_, hasCarry_ = true;
    line_[static_cast<std::size_t>(e)] = {x};
    T prefix = x;
    std::vector<T>& levels = line_[static_cast<std::size_t>(e)];
    for (std::int64_t half = 1; half < lanes_; half *= 2) {
      if (e & half) prefix = combine_(before(e, half, levels.size() - 1), prefix);
      levels.push_back(prefix);
    }
    last_ = hasCarry_ ? combine_(carry_, prefix) : prefix;
    return hasOffset_ ? combine_(offset_, last_) : last_;
  }

 private:
  // The last element of the half before e's at this level.
  const T& before(std::int64_t e, std::int64_t half, std::size_t level) const {
    const std::int64_t last = (e & ~(2 * half - 1)) + half - 1;
    return line_[static_cast<std::size_t>(last)][level];
  }

  void startBlock() {
    if (!blocks_) blocks_ = std::make_unique<Scan>(lanes_, combine_);
    offset_ = blocks_->push(last_);
    hasOffset_ = true;
    hasCarry_ = false;
    count_ = 0;
  }

  std::int64_t lanes_;
  Combine combine_;
  std::vector<std::vector<T>> line_;  // by element: its prefixes after each level
  std::int64_t count_ = 0;            // elements of the block so far
  T carry_{}, last_{}, offset_{};
  bool hasCarry_ = false, hasOffset_ = false;
  std::unique_ptr<Scan> blocks_;
};

}  // namespace parax::ir
