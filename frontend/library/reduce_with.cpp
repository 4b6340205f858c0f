// Reductions with a user's function by the fixed tree. The function is computed operation by
// operation on rows, one for each field: a step of the tree for many lanes of many blocks at once.
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "frontend/library/operations.h"
#include "ir/interpreter.h"
#include "ir/reduction_tree.h"

namespace parax::library {
namespace {

constexpr std::int64_t rowLength = 1024;  // elements, about: rows stay in the first-level cache

using Bytes = std::vector<std::byte>;
using Rows = std::vector<Bytes>;  // by field

std::size_t bytesOf(std::int64_t elements, ElementType type) {
  return static_cast<std::size_t>(elements) * sizeOf(type);
}

// The user's function on rows.
class RowCombiner {
 public:
  // What does not depend on left and right is computed once, here.
  explicit RowCombiner(const ir::Combiner& combiner)
      : combiner_(combiner), values_(combiner.body.size()) {
    const std::vector<std::int32_t> varying = ir::combinersOf(combiner.body);
    for (std::size_t k = 0; k < values_.size(); ++k) {
      const ir::Inst& inst = combiner.body[k];
      values_[k].varies = varying[k] != ir::none;
      if (values_[k].varies) continue;
      values_[k].memory.resize(sizeof inst.bits);
      std::memcpy(values_[k].memory.data(), &inst.bits, sizeof inst.bits);
      if (inst.op != Op::constant) compute(k, 0);
    }
  }

  // left[k] = f(left[k], right[k]) for all k < count
  void combine(Rows& left, const Rows& right, std::int64_t count) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      Value& value = values_[k];
      const ir::Inst& inst = combiner_.body[k];
      if (!value.varies) continue;
      if (ir::isParameter(inst.op)) {
        const Bytes& row =
            (inst.op == Op::left ? left : right)[static_cast<std::size_t>(inst.field)];
        value.data = row.data();
        if (inst.op == Op::left && left.size() > 1) {  // fields may change places: keep them
          value.memory.assign(row.data(), row.data() + bytesOf(count, inst.type));
          value.data = value.memory.data();
        }
        continue;
      }
      value.memory.resize(bytesOf(std::max(count, rowLength), inst.type));
      compute(k, count);
    }
    for (std::size_t f = 0; f < left.size(); ++f)
      store(values_[static_cast<std::size_t>(combiner_.combined[f])], count, left[f].data());
  }

 private:
  struct Value {
    bool varies = false;  // a row, not one number
    Bytes memory;
    const std::byte* data = nullptr;  // of a row: left, right or its memory
  };

  void store(const Value& combined, std::int64_t count, std::byte* row) const {
    const ElementType type = fieldType(combiner_.type);
    if (!combined.varies) {
      Scalar number{type, 0};
      std::memcpy(&number.bits, combined.memory.data(), sizeOf(type));
      full(number, count, row);
    } else if (combined.data != row) {
      std::memcpy(row, combined.data, bytesOf(count, type));
    }
  }

  void compute(std::size_t k, std::int64_t count) {
    const ir::Inst& inst = combiner_.body[k];
    Value& value = values_[k];
    Operand operands[3] = {};
    for (int o = 0; o < inst.arity(); ++o) {
      const auto at = static_cast<std::size_t>(inst.operand[o]);
      const Value& from = values_[at];
      operands[o] = {combiner_.body[at].type, from.varies ? 1 : 0, &count,
                     from.varies ? from.data : from.memory.data()};
    }
    try {
      pointwise(inst.op, inst.type, operands, inst.arity(), &count, value.varies ? 1 : 0,
                value.memory.data());
    } catch (const ir::ElementFailure&) {
      throw ir::ElementFailure(inst.ordinal, 0);
    }
    value.data = value.memory.data();
  }

  const ir::Combiner& combiner_;
  std::vector<Value> values_;  // by instruction
};

// The order of ir/reduction_tree.h on rows. A row holds the lanes of a group of blocks of the same
// length, the first lanes of all, then the second ones, ...: lanes with elements are at its front.
class Tree {
 public:
  explicit Tree(const ir::Combiner& combiner)
      : combiner_(combiner),
        function_(combiner),
        type_(fieldType(combiner.type)),
        fields_(static_cast<std::size_t>(fieldCount(combiner.type))),
        lanes_(ir::reductionLanes(combiner.type)) {}

  void run(const std::byte* data, std::span<const std::int64_t> extents, std::byte* out) {
    if (std::ranges::count(extents, 0) > 0) {
      for (std::size_t f = 0; f < fields_; ++f)
        full(combiner_.identity[f], 1, out + f * sizeOf(type_));
      return;
    }
    Bytes values;  // of the lines
    do {
      const ir::ReductionLevel level = ir::reductionLevel(extents);
      values = reduceLines(data, level);
      data = values.data();
      extents = extents.first(level.axes);
    } while (!extents.empty());
    std::memcpy(out, data, sizeOf(combiner_.type));
  }

 private:
  Rows rows(std::int64_t length) const { return Rows(fields_, Bytes(bytesOf(length, type_))); }

  Bytes reduceLines(const std::byte* data, const ir::ReductionLevel& level) {
    const std::int64_t rest = level.length % ir::reductionBlock;
    Rows results = rows(level.blocks());  // by block of the line, then by line
    reduceBlocks(data, level, {0, level.blocks() - (rest > 0 ? level.lines : 0)},
                 ir::reductionBlock, results);
    if (rest > 0)
      reduceBlocks(data, level, {level.blocks() - level.lines, level.blocks()}, rest, results);
    for (std::int64_t count = level.blocksPerLine(); count > 1; count = (count + 1) / 2)
      combineNeighbours(results, count, level.lines);
    Bytes values(bytesOf(level.lines, combiner_.type));
    visitScalarType(type_, [&]<class T>(T*) {
      for (std::size_t f = 0; f < fields_; ++f)
        for (std::size_t line = 0; line < static_cast<std::size_t>(level.lines); ++line)
          reinterpret_cast<T*>(values.data())[line * fields_ + f] =
              reinterpret_cast<const T*>(results[f].data())[line];
    });
    return values;
  }

  // The blocks of a range of results, of `length` elements each.
  void reduceBlocks(const std::byte* data, const ir::ReductionLevel& level,
                    std::pair<std::int64_t, std::int64_t> range, std::int64_t length,
                    Rows& results) {
    const std::int64_t group = std::max<std::int64_t>(1, rowLength / lanes_);
    Rows accumulators = rows(group * lanes_), row = accumulators;
    for (std::int64_t first = range.first; first < range.second; first += group) {
      const std::int64_t count = std::min(group, range.second - first);
      starts_.clear();
      for (std::int64_t k = first; k < first + count; ++k)
        starts_.push_back(k % level.lines * level.length + k / level.lines * ir::reductionBlock);
      gather(data, 0, std::min(lanes_, length), accumulators);
      for (std::int64_t e = lanes_; e < length; e += lanes_) {
        const std::int64_t here = std::min(lanes_, length - e);
        gather(data, e, here, row);
        function_.combine(accumulators, row, here * count);
      }
      for (std::int64_t half = lanes_ / 2; half >= 1; half /= 2) {
        const std::int64_t pairs = std::min(half, length - half) * count;
        if (pairs <= 0) continue;
        copy(accumulators, half * count, pairs, row, 0);
        function_.combine(accumulators, row, pairs);
      }
      copy(accumulators, 0, count, results, first);
    }
  }

  // Elements e, ..., e + lanes - 1 of every block of the group.
  void gather(const std::byte* data, std::int64_t e, std::int64_t lanes, Rows& to) const {
    visitScalarType(type_, [&]<class T>(T*) {
      const auto fields = static_cast<std::int64_t>(fields_);
      for (std::size_t f = 0; f < fields_; ++f) {
        const T* const from = reinterpret_cast<const T*>(data) + f;
        T* next = reinterpret_cast<T*>(to[f].data());
        for (std::int64_t j = e; j < e + lanes; ++j)
          for (const std::int64_t start : starts_) *next++ = from[(start + j) * fields];
      }
    });
  }

  void copy(const Rows& from, std::int64_t first, std::int64_t count, Rows& to,
            std::int64_t at) const {
    for (std::size_t f = 0; f < fields_; ++f)
      std::memcpy(to[f].data() + bytesOf(at, type_), from[f].data() + bytesOf(first, type_),
                  bytesOf(count, type_));
  }

  // Of `count` pieces of `length` values, every other one with its neighbour; an odd one at the end
  // stays as it is.
  void combineNeighbours(Rows& pieces, std::int64_t count, std::int64_t length) {
    Rows left = rows((count + 1) / 2 * length), right = rows(count / 2 * length);
    for (std::int64_t k = 0; k < count; ++k)
      copy(pieces, k * length, length, k % 2 ? right : left, k / 2 * length);
    function_.combine(left, right, count / 2 * length);
    pieces.swap(left);
  }

  const ir::Combiner& combiner_;
  RowCombiner function_;
  const ElementType type_;  // of a field
  const std::size_t fields_;
  const std::int64_t lanes_;
  std::vector<std::int64_t> starts_;  // of the group's blocks, in elements
};

}  // namespace

void reduceWith(const ir::Combiner& combiner, const Operand& operand, void* out) {
  const std::span extents(operand.extents, static_cast<std::size_t>(operand.rank));
  try {
    Tree(combiner).run(static_cast<const std::byte*>(operand.data), extents,
                       static_cast<std::byte*>(out));
  } catch (const ir::ElementFailure&) {  // which one is the first: pair by pair
    ir::evaluateReduction(combiner, extents, operand.data, out);
    throw;
  }
}

}  // namespace parax::library
