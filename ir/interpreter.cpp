// The reference interpreter of domain IR: one whole array after the other.
#include "ir/interpreter.h"

#include <algorithm>

#include "ir/combiner.h"
#include "ir/evaluate.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using Extents = std::vector<std::int64_t>;

std::int64_t product(const Extents& extents) {
  std::int64_t n = 1;
  for (std::int64_t e : extents) n *= e;
  return n;
}

ArrayValue makeArray(ElementType type, Extents extents) {
  const auto bytes = static_cast<std::size_t>(product(extents)) * sizeOf(type);
  return {type, std::move(extents), std::vector<std::byte>(bytes)};
}

// How far a step along each dimension of `shape` moves in a dense array that is broadcast to it.
Extents broadcastStrides(const Extents& operand, const Extents& shape) {
  Extents strides(shape.size(), 0);
  const std::size_t missing = shape.size() - operand.size();
  std::int64_t stride = 1;
  for (std::size_t k = operand.size(); k-- > 0;) {
    if (operand[k] != 1) strides[missing + k] = stride;
    stride *= operand[k];
  }
  return strides;
}

std::int64_t offsetOf(std::int64_t linear, const Extents& shape, const Extents& strides) {
  std::int64_t offset = 0;
  for (std::size_t k = shape.size(); k-- > 0;) {
    offset += linear % shape[k] * strides[k];
    linear /= shape[k];
  }
  return offset;
}

void checkGuard(const Guard& guard, const Extents& sizes) {
  const std::int64_t value = sizes.at(static_cast<std::size_t>(guard.size));
  if (!guard.holds(value))
    throw InternalError("the guard of s" + std::to_string(guard.size) + " = " +
                        std::to_string(value) + " does not hold");
}

class Interpreter {
 public:
  Interpreter(const Program& program, const std::vector<ArrayView>& inputs,
              const std::vector<Scalar>& numbers)
      : program_(program),
        inputs_(inputs),
        numbers_(numbers),
        symbols_(evaluateSizes(program.sizes, inputs, numbers)) {
    for (const Guard& guard : program.guards) checkGuard(guard, symbols_);
  }

  std::vector<ArrayValue> run() {
    const std::vector<std::int32_t> combiner = combinersOf(program_.nodes);
    for (std::size_t id = 0; id < program_.nodes.size(); ++id) {
      const Node& node = program_.nodes[id];
      values_.push_back(combiner[id] == none ? evaluate(node) : ArrayValue{node.type, {}, {}});
    }
    std::vector<ArrayValue> results;
    for (NodeId id : program_.outputs) results.push_back(values_.at(static_cast<std::size_t>(id)));
    return results;
  }

 private:
  const ArrayValue& operand(const Node& node, int k) const {
    return values_.at(static_cast<std::size_t>(node.operand[k]));
  }

  Extents shapeOf(const Node& node) const { return extentsOf(node.dims, symbols_); }

  ArrayValue evaluate(const Node& node) const {
    switch (info(node.op).kind) {
      case OpKind::leaf: return leaf(node);
      case OpKind::generator: return generate(node);
      case OpKind::pointwise: return pointwise(node);
      case OpKind::fields: return node.op == Op::field ? takeField(node) : pack(node);
      case OpKind::reduction: return reduce(node);
      case OpKind::memory:
      case OpKind::control: break;
    }
    throw InternalError("'" + std::string(name(node.op)) + "' does not belong to domain IR");
  }

  ArrayValue leaf(const Node& node) const {
    ArrayValue result = makeArray(node.type, shapeOf(node));
    if (node.op == Op::constant) {
      storeElement(result.data.data(), 0, {node.type, node.bits});
    } else if (node.op == Op::extent) {
      storeElement(result.data.data(), 0,
                   Scalar::of(symbols_.at(static_cast<std::size_t>(node.slot))));
    } else if (node.op == Op::number) {
      storeElement(result.data.data(), 0, numbers_.at(static_cast<std::size_t>(node.slot)));
    } else {
      const ArrayView& view = inputs_.at(static_cast<std::size_t>(node.slot));
      if (view.type != node.type || view.extents != result.extents)
        throw InternalError("input " + std::to_string(node.slot) + " has another type or shape");
      const auto* bytes = static_cast<const std::byte*>(view.data);
      std::copy(bytes, bytes + result.data.size(), result.data.begin());
    }
    return result;
  }

  ArrayValue generate(const Node& node) const {
    ArrayValue result = makeArray(node.type, shapeOf(node));
    const std::int64_t n = product(result.extents);
    const auto axis = static_cast<std::size_t>(node.slot);
    std::int64_t inner = 1;  // elements from one index to the next
    for (std::size_t d = axis + 1; d < result.extents.size(); ++d) inner *= result.extents[d];
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar element = node.op == Op::iota
                                 ? indexValue(node.type, i / inner % result.extents[axis])
                                 : loadElement(node.type, operand(node, 0).data.data(), 0);
      storeElement(result.data.data(), i, element);
    }
    return result;
  }

  ArrayValue pointwise(const Node& node) const {
    ArrayValue result = makeArray(node.type, shapeOf(node));
    Extents strides[3];
    for (int k = 0; k < node.arity(); ++k) {
      checkBroadcast(node, operand(node, k).extents, result.extents);
      strides[k] = broadcastStrides(operand(node, k).extents, result.extents);
    }
    const std::int64_t n = product(result.extents);
    for (std::int64_t i = 0; i < n; ++i) {
      Scalar element[3];
      for (int k = 0; k < node.arity(); ++k) {
        const ArrayValue& from = operand(node, k);
        element[k] =
            loadElement(from.type, from.data.data(), offsetOf(i, result.extents, strides[k]));
      }
      const auto value = evaluatePointwise(node.op, node.type, element);
      if (!value) throw ElementFailure(node.ordinal, i);
      storeElement(result.data.data(), i, *value);
    }
    return result;
  }

  // An element of a product type is a row of its fields.
  ArrayValue takeField(const Node& node) const {
    const ArrayValue& from = operand(node, 0);
    ArrayValue result = makeArray(node.type, from.extents);
    const std::int64_t n = product(result.extents), fields = fieldCount(from.type);
    for (std::int64_t i = 0; i < n; ++i)
      storeElement(result.data.data(), i,
                   loadElement(node.type, from.data.data(), i * fields + node.slot));
    return result;
  }

  ArrayValue pack(const Node& node) const {
    ArrayValue result = makeArray(node.type, shapeOf(node));
    const std::int64_t n = product(result.extents), fields = node.arity();
    for (int k = 0; k < node.arity(); ++k) {
      const ArrayValue& from = operand(node, k);
      checkBroadcast(node, from.extents, result.extents);
      const Extents strides = broadcastStrides(from.extents, result.extents);
      for (std::int64_t i = 0; i < n; ++i)
        storeElement(
            result.data.data(), i * fields + k,
            loadElement(from.type, from.data.data(), offsetOf(i, result.extents, strides)));
    }
    return result;
  }

  // The verifier knows symbols; here their values are checked, before any element is read.
  static void checkBroadcast(const Node& node, const Extents& from, const Extents& to) {
    bool fits = from.size() <= to.size();
    for (std::size_t k = 0; fits && k < from.size(); ++k) {
      const std::int64_t extent = to[to.size() - from.size() + k];
      fits = from[k] == 1 || from[k] == extent;
    }
    if (!fits)
      throw InternalError("an operand of '" + std::string(name(node.op)) +
                          "' does not broadcast to the result's shape");
  }

  ArrayValue reduce(const Node& node) const {
    ArrayValue result = makeArray(node.type, {});
    const ArrayValue& from = operand(node, 0);
    if (node.op == Op::reduceWith)
      evaluateReduction(combinerFor(node), from.extents, from.data.data(), result.data.data());
    else
      storeElement(result.data.data(), 0,
                   evaluateReduction(node.op, from.type, from.extents, from.data.data()));
    return result;
  }

  Combiner combinerFor(const Node& node) const {
    const auto valueOf = [&](NodeId id, int field) {
      const ArrayValue& value = values_.at(static_cast<std::size_t>(id));
      return loadElement(fieldType(value.type), value.data.data(), field);
    };
    const std::span identity(&node.operand[1], 1), combined(&node.operand[2], 1);
    return makeCombiner(node.type, combinerBody(program_.nodes, combined), identity, combined,
                        valueOf);
  }

  const Program& program_;
  const std::vector<ArrayView>& inputs_;
  const std::vector<Scalar>& numbers_;
  const Extents symbols_;
  std::vector<ArrayValue> values_;
};

}  // namespace

std::vector<std::int64_t> evaluateSizes(const std::vector<Size>& sizes,
                                        const std::vector<ArrayView>& inputs,
                                        const std::vector<Scalar>& numbers,
                                        const std::vector<std::int64_t>& results) {
  std::vector<std::int64_t> values(sizes.size());
  const auto extent = [&](std::int32_t slot, std::int32_t dim) {
    return inputs.at(static_cast<std::size_t>(slot)).extents.at(static_cast<std::size_t>(dim));
  };
  const auto number = [&](std::int32_t slot) {
    return numbers.at(static_cast<std::size_t>(slot)).as<std::int64_t>();
  };
  const auto result = [&](std::int32_t slot) {
    const auto at = static_cast<std::size_t>(slot);
    return at < results.size() ? results[at] : unknownSize;
  };
  evaluateSizes(sizes, values.data(), extent, number, result);
  return values;
}

std::vector<ArrayValue> interpret(const Program& program, const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers) {
  return Interpreter(program, inputs, numbers).run();
}

}  // namespace parax::ir
