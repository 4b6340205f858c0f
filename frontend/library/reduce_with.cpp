// Reductions with a user's function by the fixed tree. The function is computed operation by
// operation on rows, one for each field: a step of the tree for many lanes of many blocks at once.
#include <algorithm>
#include <cstring>
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

// The tree: rows are the lanes of a group of blocks, one block after the other.
class Tree {
 public:
  Tree(const ir::Combiner& combiner, const std::byte* data, std::int64_t elements)
      : combiner_(combiner),
        function_(combiner),
        type_(fieldType(combiner.type)),
        fields_(static_cast<std::size_t>(fieldCount(combiner.type))),
        lanes_(ir::reductionLanes(combiner.type)),
        data_(data),
        elements_(elements) {}

  void run(std::byte* out) {
    const std::int64_t blocks = ir::reductionBlocks(elements_);
    const std::int64_t group = std::max<std::int64_t>(1, rowLength / lanes_);
    const std::int64_t length = std::max(group * lanes_, blocks);
    accumulators_.assign(fields_, Bytes(bytesOf(length, type_)));
    row_ = accumulators_;
    Rows results = accumulators_;
    for (std::int64_t first = 0; first < blocks; first += group) {
      const std::int64_t count = std::min(group, blocks - first);
      reduceBlocks(first, count);
      for (std::size_t f = 0; f < fields_; ++f)
        std::memcpy(results[f].data() + bytesOf(first, type_), accumulators_[f].data(),
                    bytesOf(count, type_));
    }
    accumulators_.swap(results);
    if (blocks == 0) setIdentity(1);
    for (std::int64_t count = blocks; count > 1; count = (count + 1) / 2) combineHalves(count, 1);
    for (std::size_t f = 0; f < fields_; ++f)
      std::memcpy(out + f * sizeOf(type_), accumulators_[f].data(), sizeOf(type_));
  }

 private:
  void setIdentity(std::int64_t count) {
    for (std::size_t f = 0; f < fields_; ++f)
      full(combiner_.identity[f], count, accumulators_[f].data());
  }

  // Leaves the blocks' results at the front of the accumulators.
  void reduceBlocks(std::int64_t first, std::int64_t count) {
    setIdentity(count * lanes_);
    for (std::int64_t begin = 0; begin < ir::reductionBlock; begin += lanes_)
      if (const std::int64_t active = gather(first, count, begin))
        function_.combine(accumulators_, row_, active);
    for (std::int64_t lanes = lanes_; lanes > 1; lanes /= 2) combineHalves(count * 2, lanes / 2);
  }

  // The next elements of all lanes. Only the last block can end early, so those that there are
  // stand at the front of the row.
  std::int64_t gather(std::int64_t first, std::int64_t count, std::int64_t begin) {
    std::int64_t active = 0;
    for (std::int64_t b = 0; b < count; ++b) {
      const std::int64_t at = (first + b) * ir::reductionBlock + begin;
      const std::int64_t here = std::clamp<std::int64_t>(elements_ - at, 0, lanes_);
      for (std::size_t f = 0; f < fields_; ++f)
        if (here > 0)
          takeField(f, data_ + bytesOf(at, combiner_.type), here,
                    row_[f].data() + bytesOf(active, type_));
      active += here;
    }
    return active;
  }

  void takeField(std::size_t field, const std::byte* from, std::int64_t count,
                 std::byte* to) const {
    if (fields_ == 1) {
      std::memcpy(to, from, bytesOf(count, type_));
      return;
    }
    const Operand elements{combiner_.type, 1, &count, from};
    pointwise(Op::field, type_, &elements, 1, &count, 1, to, static_cast<int>(field));
  }

  // Of `count` pieces of `length` elements, every other one with its neighbour; an odd one at the
  // end stays as it is.
  void combineHalves(std::int64_t count, std::int64_t length) {
    const std::size_t piece = bytesOf(length, type_);
    for (std::size_t f = 0; f < fields_; ++f) {
      std::byte* const left = accumulators_[f].data();
      for (std::int64_t k = 0; k < count; ++k) {
        const std::byte* from = left + static_cast<std::size_t>(k) * piece;
        std::byte* to = (k % 2 ? row_[f].data() : left) + static_cast<std::size_t>(k / 2) * piece;
        if (from != to) std::memmove(to, from, piece);
      }
    }
    function_.combine(accumulators_, row_, count / 2 * length);
  }

  const ir::Combiner& combiner_;
  RowCombiner function_;
  const ElementType type_;  // of a field
  const std::size_t fields_;
  const std::int64_t lanes_;
  const std::byte* data_;
  const std::int64_t elements_;
  Rows accumulators_, row_;
};

std::int64_t elementsOf(const Operand& operand) {
  std::int64_t elements = 1;
  for (int d = 0; d < operand.rank; ++d) elements *= operand.extents[d];
  return elements;
}

}  // namespace

void reduceWith(const ir::Combiner& combiner, const Operand& operand, void* out) {
  const std::int64_t elements = elementsOf(operand);
  Tree tree(combiner, static_cast<const std::byte*>(operand.data), elements);
  try {
    tree.run(static_cast<std::byte*>(out));
  } catch (const ir::ElementFailure&) {  // which one is the first: pair by pair
    ir::evaluateReduction(combiner, elements, operand.data, out);
    throw;
  }
}

}  // namespace parax::library
