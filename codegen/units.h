// The units of a loop in a call: what its function counts, and where their results go. Executor and
// tests call loops by it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "codegen/backend.h"
#include "codegen/tiles.h"
#include "ir/reduction_tree.h"

namespace parax::codegen {

// Bytes of the accumulators of a strip of columns, of all reductions together: half of a
// first-level cache, as rows stream through the rest.
constexpr std::int64_t columnStripBytes = 16384;

// Columns of a strip at most.
inline std::int64_t mostColumns(const ir::Loop& loop) {
  std::size_t bytes = 0;
  for (const ir::Reduction& r : loop.body().reductions) bytes += sizeOf(r.type);
  return columnStripBytes / static_cast<std::int64_t>(bytes);
}

// Dimensions of a loop with reductions: those that a result has are kept, the others reduced.
inline bool isKept(const ir::Loop& loop, int d) { return loop.body().reductions[0].into.uses(d); }

class LoopUnits {
 public:
  // `threads`: those that may share the loop.
  template <class ValueOf>
  LoopUnits(const ir::Loop& loop, const LoopInfo& info, int threads, const ValueOf& valueOf)
      : form_(info.form) {
    for (const ir::Range& range : loop.space) points_ *= ir::lengthOf(range, valueOf);
    count_ = points_;
    if (!loop.body().reductions.empty()) countReductions(loop, info, valueOf);
    if (form_ == LoopForm::columns) cutColumns(loop, threads);
    if (form_ == LoopForm::scan) {
      const std::int64_t width = ir::lengthOf(loop.space.back(), valueOf);
      level_ = {.length = width, .lines = width == 0 ? 0 : points_ / width};
      count_ = level_.blocks();
    }
    if (form_ == LoopForm::rows || form_ == LoopForm::tiles) {
      count_ = 1;
      for (std::size_t d = 0; d < loop.space.size(); ++d) {
        const std::int64_t extent = ir::lengthOf(loop.space[d], valueOf);
        if (form_ == LoopForm::rows && static_cast<int>(d) < info.firstColumn) count_ *= extent;
        if (form_ == LoopForm::tiles && isCut(loop, d))
          count_ *= (extent + loop.schedule.tile[d] - 1) / loop.schedule.tile[d];
      }
    }
  }

  std::int64_t points() const { return points_; }
  std::int64_t count() const { return count_; }
  // Boundaries between threads are multiples of it.
  std::int64_t grain() const { return form_ == LoopForm::points ? 64 : 1; }

  // ---- reductions; of a scan, lines are rows ----
  std::span<const std::int64_t> reduced() const { return {reduced_.data(), reducedRank_}; }
  const ir::ReductionLevel& level() const { return level_; }
  std::int64_t outputs() const { return outputs_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t classes() const { return classes_; }
  std::int64_t strip() const { return strip_; }
  // Partial results: `columns` outputs side by side have so many each.
  std::int64_t partialsEach() const {
    return std::max<std::int64_t>(level_.blocks() * classes_, 1);
  }
  std::int64_t partials() const { return outputs_ * partialsEach(); }
  // The partial results are the outputs.
  bool areFinal() const { return level_.blocks() == 1 && classes_ == 1; }

 private:
  // Where no result shows the order, all elements of an output are one line.
  template <class ValueOf>
  void countReductions(const ir::Loop& loop, const LoopInfo& info, const ValueOf& valueOf) {
    const bool anyOrder = std::ranges::all_of(loop.body().reductions, [](const ir::Reduction& r) {
      return ir::inAnyOrder(r.op, r.type);
    });
    if (anyOrder) reduced_[reducedRank_++] = 1;
    for (int d = 0; d < loop.rank(); ++d) {
      const std::int64_t extent = ir::lengthOf(loop.space[static_cast<std::size_t>(d)], valueOf);
      if (isKept(loop, d)) {
        outputs_ *= extent;
        if (d >= info.firstColumn) columns_ *= extent;
      } else if (anyOrder) {
        reduced_[0] *= extent;
      } else {
        reduced_[reducedRank_++] = extent;
      }
    }
    level_ = ir::reductionLevel(reduced());
    count_ = outputs_ * level_.blocks();
  }

  // Few units: threads share the lanes of the tree, which are all alike.
  void cutColumns(const ir::Loop& loop, int threads) {
    constexpr std::int64_t line = 64;
    const std::int64_t most = mostColumns(loop);
    const std::int64_t strips = std::max<std::int64_t>((columns_ + most - 1) / most, 1);
    strip_ = (columns_ + strips - 1) / strips;
    strip_ = std::clamp<std::int64_t>((strip_ + line - 1) / line * line, 1, most);
    const std::int64_t rows = columns_ == 0 ? 0 : outputs_ / columns_ * level_.blocks();
    count_ = rows * ((columns_ + strip_ - 1) / strip_);
    constexpr std::int64_t unitsPerThread = 8;
    if (count_ < unitsPerThread * threads && level_.length >= ir::shortestLine)
      classes_ = std::min<std::int64_t>(std::bit_ceil(static_cast<unsigned>(threads)), mostClasses);
    count_ *= classes_;
  }
  static constexpr std::int64_t mostClasses = 8;  // the lanes of the widest elements

  LoopForm form_;
  std::int64_t points_ = 1, count_ = 1;
  std::array<std::int64_t, ir::maxRank> reduced_ = {};
  std::size_t reducedRank_ = 0;
  ir::ReductionLevel level_;
  std::int64_t outputs_ = 1, columns_ = 1, classes_ = 1, strip_ = 1;
};

}  // namespace parax::codegen
