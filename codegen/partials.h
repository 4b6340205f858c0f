// What follows a compiled loop: from the results of its blocks to those of its reductions.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>

#include "codegen/units.h"
#include "ir/reduction_tree.h"

namespace parax::codegen {

// The order of reduction_tree.h by a compiled function: on rows, as a call computes many pairs.
class CombinerTree {
 public:
  CombinerTree(CombineFunction function, const std::uint64_t* slots, ElementType type)
      : function_(function), slots_(slots), size_(sizeOf(type)), lanes_(ir::reductionLanes(type)) {}

  // In place: the total is the first of the blocks' results afterwards.
  void run(std::span<const std::int64_t> extents, std::byte* partial) const {
    ir::ReductionLevel level = ir::reductionLevel(extents);
    if (level.blocks() == 0) return function_(0, partial, partial, partial, 1, slots_);
    combineBlocks(level, partial);
    while (level.axes > 0) {
      level = ir::reductionLevel(extents.first(level.axes));
      reduceBlocks(level, partial);
      combineBlocks(level, partial);
    }
  }

 private:
  std::byte* at(std::byte* values, std::int64_t index) const {
    return values + static_cast<std::size_t>(index) * size_;
  }
  // values[k] with values[k + distance]
  void combine(std::byte* values, std::int64_t distance, std::int64_t count) const {
    if (count > 0) function_(count, values, values, at(values, distance), 1, slots_);
  }

  void reduceBlocks(const ir::ReductionLevel& level, std::byte* values) const {
    std::byte* result = values;
    for (std::int64_t line = 0; line < level.lines; ++line)
      for (std::int64_t begin = 0; begin < level.length; begin += ir::reductionBlock) {
        std::byte* const block = at(values, line * level.length + begin);
        reduceBlock(block, std::min(ir::reductionBlock, level.length - begin));
        std::memmove(result, block, size_);
        result += size_;
      }
  }

  // The block's first elements are its lanes.
  void reduceBlock(std::byte* block, std::int64_t count) const {
    for (std::int64_t e = lanes_; e < count; e += lanes_)
      combine(block, e, std::min(lanes_, count - e));
    for (std::int64_t half = lanes_ / 2; half >= 1; half /= 2)
      combine(block, half, std::min(half, count - half));
  }

  void combineBlocks(const ir::ReductionLevel& level, std::byte* partial) const {
    for (std::int64_t line = 0; line < level.lines; ++line) {
      std::byte* const first = at(partial, line * level.blocksPerLine());
      for (std::int64_t count = level.blocksPerLine(); count > 1; count = (count + 1) / 2) {
        function_(count / 2, first, first, at(first, 1), 2, slots_);
        if (count % 2) std::memmove(at(first, count / 2), at(first, count - 1), size_);
      }
      std::memmove(at(partial, line), first, size_);
    }
  }

  CombineFunction function_;
  const std::uint64_t* slots_;
  std::size_t size_;
  std::int64_t lanes_;
};

// Where output number o of a reduction lies, in row-major order of the kept dimensions.
class OutputPlaces {
 public:
  template <class ValueOf>
  OutputPlaces(const ir::ParallelProgram& program, const ir::Loop& loop, const ir::Access& into,
               const ValueOf& valueOf) {
    const ir::Dims& dims = program.buffers[static_cast<std::size_t>(into.buffer)].dims;
    int last = -1;
    for (int d = 0; d < loop.rank(); ++d) {
      const int axis = into.walkedBy(d);
      if (axis < 0) continue;
      inOrder_ = inOrder_ && axis > last;
      last = axis;
      extent_[rank_] = ir::lengthOf(loop.space[static_cast<std::size_t>(d)], valueOf);
      stride_[rank_] = 1;
      for (int k = axis + 1; k < dims.rank(); ++k) stride_[rank_] *= valueOf(dims[k]);
      ++rank_;
    }
  }
  bool inOrder() const { return inOrder_; }
  std::int64_t operator()(std::int64_t output) const {
    if (inOrder_) return output;
    std::int64_t element = 0;
    for (std::size_t k = rank_; k-- > 0; output /= extent_[k])
      element += output % extent_[k] * stride_[k];
    return element;
  }

 private:
  std::array<std::int64_t, ir::maxRank> extent_ = {}, stride_ = {};
  std::size_t rank_ = 0;
  bool inOrder_ = true;
};

// Outputs [begin, end) of a reduction from its partial results, which are changed.
class ReductionEnd {
 public:
  ReductionEnd(const ir::Reduction& reduction, const LoopUnits& units, const OutputPlaces& places,
               CombineFunction combine, const std::uint64_t* slots)
      : reduction_(reduction), units_(units), places_(places), combine_(combine), slots_(slots) {}

  // Nothing is left to do: the function may write to the result itself.
  bool isDone() const { return units_.areFinal() && places_.inOrder(); }

  void run(std::int64_t begin, std::int64_t end, void* partial, void* result) const {
    if (reduction_.op == Op::reduceWith) return runFunction(begin, end, partial, result);
    visitScalarType(reduction_.type, [&]<class T>(T*) {
      ir::withCombine<T>(reduction_.op, [&](const auto& combine) {
        runBuiltIn(begin, end, combine, static_cast<T*>(partial), static_cast<T*>(result));
        return 0;
      });
    });
  }

 private:
  void runFunction(std::int64_t begin, std::int64_t end, void* partial, void* result) const {
    const CombinerTree tree(combine_, slots_, reduction_.type);
    const std::size_t size = sizeOf(reduction_.type);
    for (std::int64_t o = begin; o < end; ++o) {
      std::byte* own = static_cast<std::byte*>(partial) +
                       static_cast<std::size_t>(o * units_.partialsEach()) * size;
      tree.run(units_.reduced(), own);
      std::memmove(static_cast<std::byte*>(result) + static_cast<std::size_t>(places_(o)) * size,
                   own, size);
    }
  }

  // A column's partial results are `columns` apart.
  template <class T, class Combine>
  void runBuiltIn(std::int64_t begin, std::int64_t end, const Combine& combine, T* partial,
                  T* result) const {
    const std::int64_t columns = units_.columns(), each = units_.partialsEach();
    const auto gathered = std::make_unique<T[]>(columns > 1 ? static_cast<std::size_t>(each) : 0);
    for (std::int64_t o = begin; o < end; ++o) {
      T* own = partial + o * each;
      if (columns > 1) {
        own = gathered.get();
        const T* first = partial + o / columns * columns * each + o % columns;
        for (std::int64_t k = 0; k < each; ++k) own[k] = first[k * columns];
      }
      combineClasses(combine, own);
      result[places_(o)] = ir::reducePartials<T>(ir::reductionLanes(reduction_.type),
                                                 ir::reductionIdentity<T>(reduction_.op), combine,
                                                 units_.reduced(), own);
    }
  }

  // Class j holds what lane j of a block has after so many halvings.
  template <class T, class Combine>
  void combineClasses(const Combine& combine, T* partial) const {
    const std::int64_t classes = units_.classes();
    if (classes == 1) return;
    for (std::int64_t b = 0; b < units_.level().blocks(); ++b) {
      T* block = partial + b * classes;
      for (std::int64_t half = classes / 2; half >= 1; half /= 2)
        for (std::int64_t j = 0; j < half; ++j) block[j] = combine(block[j], block[j + half]);
      partial[b] = block[0];
    }
  }

  const ir::Reduction& reduction_;
  const LoopUnits& units_;
  const OutputPlaces& places_;
  CombineFunction combine_;
  const std::uint64_t* slots_;
};

}  // namespace parax::codegen
