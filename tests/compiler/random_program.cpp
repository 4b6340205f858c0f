// All operations and types, ranks 0 to 3, broadcasting, empty arrays, special values.
#include "tests/compiler/random_program.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <set>

#include "compiler/program_builder.h"
#include "ir/combiner.h"

namespace parax::compiler::test {
namespace {

using ir::Dims;
using ir::isParameter;
using ir::Node;
using ir::NodeId;
using ir::Symbol;

// s3 is the larger one of s1 and s2, s4 is 3.
constexpr Symbol s1 = 1, s2 = 2, s3 = 3, s4 = 4;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  RandomProgram run() {
    integers_ = pick(3) == 0;
    makeSymbols();
    const int inputs = 1 + pick(4);
    for (int k = 0; k < inputs; ++k) addInput(randomType(), randomDims());
    const int numbers = pick(3);
    for (int k = 0; k < numbers; ++k) addNumber(randomType());
    const int nodes = 1 + pick(25);
    for (int k = 0; k < nodes; ++k) addOperation();
    const int outputs = 1 + pick(3);
    for (int k = 0; k < outputs; ++k) program().outputs.push_back(late());
    compiler::removeUnused(program());
    return std::move(result_);
  }

 private:
  ir::Program& program() { return result_.program; }
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  template <class T, std::size_t N>
  T pickFrom(const T (&list)[N]) {
    return list[pick(static_cast<int>(N))];
  }
  // A third of the programs are about integers, so that there are errors to keep.
  ElementType randomType() {
    if (integers_) return pickFrom({ElementType::int64, ElementType::int64, ElementType::boolean});
    return static_cast<ElementType>(pick(scalarTypeCount));
  }

  // Input 0 has the symbols that are not computed as its extents.
  void makeSymbols() {
    const std::int64_t n = pickFrom({0, 1, 2, 3, 7}), m = pickFrom({0, 1, 2, 5});
    extent_ = {1, n, m, std::max(n, m), 3};
    for (int d = 0; d < 2; ++d) program().sizes.push_back(ir::Size::input(0, d));
    program().sizes.push_back(ir::Size::of(ir::Size::Kind::max, s1, s2));
    program().sizes.push_back(ir::Size::literal(3));
    addInput(integers_ ? ElementType::int64 : ElementType::float64, {s1, s2});
  }

  Dims randomDims() {
    Dims dims;
    const int rank = pick(4);
    for (int d = 0; d < rank; ++d) dims.push(pickFrom({s1, s1, s2, s3, s4, ir::one}));
    return dims;
  }

  NodeId add(Node node) {
    node.ordinal = static_cast<std::int32_t>(program().nodes.size());
    program().nodes.push_back(node);
    return node.ordinal;
  }

  template <class T>
  T randomElement() {
    if constexpr (std::is_same_v<T, bool>) {
      return pick(2) != 0;
    } else if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      if (pick(8) == 0) return pickFrom({T(0), T(1), T(-1), Limits::min(), Limits::max()});
      return static_cast<T>(pick(2000) - 1000);
    } else {
      using Limits = std::numeric_limits<T>;
      if (pick(8) == 0)
        return pickFrom({T(0), T(-0.0), Limits::infinity(), -Limits::infinity(),
                         Limits::quiet_NaN(), Limits::denorm_min(), Limits::max()});
      return static_cast<T>(pick(20000) - 10000) / T(1237);
    }
  }

  void addInput(ElementType type, const Dims& dims) {
    ir::ArrayValue value{type, {}, {}};
    std::size_t count = 1;
    for (Symbol s : dims) {
      value.extents.push_back(extent_[static_cast<std::size_t>(s)]);
      count *= static_cast<std::size_t>(extent_[static_cast<std::size_t>(s)]);
    }
    value.data.resize(count * sizeOf(type));
    visitScalarType(type, [&]<class T>(T*) {
      for (std::size_t k = 0; k < count; ++k) {
        const T element = randomElement<T>();
        std::memcpy(value.data.data() + k * sizeof(T), &element, sizeof(T));
      }
    });
    Node node{.op = Op::input, .type = type};
    node.slot = static_cast<std::int32_t>(program().inputs.size());
    node.dims = dims;
    program().inputs.push_back({type, dims});
    result_.inputs.push_back(std::move(value));
    add(node);
  }

  void addNumber(ElementType type) {
    Node node{.op = Op::number, .type = type};
    node.slot = static_cast<std::int32_t>(program().numbers.size());
    program().numbers.push_back(type);
    result_.numbers.push_back(
        visitScalarType(type, [&]<class T>(T*) { return Scalar::of(randomElement<T>()); }));
    add(node);
  }

  NodeId addConstant(ElementType type) {
    Node node{.op = Op::constant, .type = type};
    node.bits = visitScalarType(type, [&]<class T>(T*) {
      if constexpr (std::is_floating_point_v<T>)
        return Scalar::of(pickFrom({T(0), T(-0.0), T(1), T(-1), T(2), T(0.5), T(3)})).bits;
      else if constexpr (std::is_same_v<T, bool>)
        return Scalar::of(pick(2) != 0).bits;
      else
        return Scalar::of(pickFrom({T(0), T(1), T(-1), T(2), T(7)})).bits;
    });
    return add(node);
  }

  // Recent nodes are preferred, so that chains form.
  NodeId late() {
    const int size = static_cast<int>(program().nodes.size());
    NodeId id;
    do {
      id = size - 1 - (pick(2) ? pick(std::min(size, 5)) : pick(size));
    } while (hidden_.contains(id));
    return id;
  }

  // A node of this type that broadcasts with `dims`; a constant if none turns up.
  NodeId operand(ElementType type, const Dims& dims) {
    if (pick(6) == 0) return addConstant(type);
    for (int attempt = 0; attempt < 20; ++attempt) {
      const NodeId id = late();
      const Node& node = program().nodes[static_cast<std::size_t>(id)];
      if (node.type == type && broadcast(dims, node.dims)) return id;
    }
    return addConstant(type);
  }

  static std::optional<Dims> broadcast(const Dims& a, const Dims& b) {
    Dims result = a.rank() >= b.rank() ? a : b;
    const Dims& shorter = a.rank() >= b.rank() ? b : a;
    for (int d = 0; d < shorter.rank(); ++d) {
      Symbol& s = result[result.rank() - shorter.rank() + d];
      if (shorter[d] == ir::one) continue;
      if (s == ir::one)
        s = shorter[d];
      else if (s != shorter[d])
        return std::nullopt;
    }
    return result;
  }

  void addOperation() {
    const int kind = pick(12);
    if (kind == 0) return addGenerator();
    if (kind == 1 && !integers_ && pick(5) == 0) return addReducePairs();
    if (kind == 1) return pick(3) ? addReduction() : addReduceWith();
    if (kind == 2 && integers_) return addPointwise(Op::div);
    if (kind == 3) return repeat();
    std::vector<Op> ops;
    for (int k = 0; k < opCount; ++k)
      if (info(static_cast<Op>(k)).kind == OpKind::pointwise) ops.push_back(static_cast<Op>(k));
    addPointwise(ops[static_cast<std::size_t>(pick(static_cast<int>(ops.size())))]);
  }

  // Something to merge.
  void repeat() {
    const Node node = program().nodes[static_cast<std::size_t>(late())];
    if (info(node.op).kind == OpKind::pointwise) add(node);
  }

  void addGenerator() {
    if (pick(2)) {
      Node node{.op = Op::iota, .type = static_cast<ElementType>(1 + pick(scalarTypeCount - 1))};
      node.dims = randomDims();
      if (node.dims.rank() == 0) node.dims = {pickFrom({s1, s2, s3, s4, ir::one})};
      node.slot = pick(node.dims.rank());
      add(node);
      return;
    }
    if (pick(4) == 0) {
      Node node{.op = Op::extent, .type = ElementType::int64};
      node.slot = pickFrom({s1, s2, s3, s4, ir::one});
      add(node);
      return;
    }
    Node node{.op = Op::full, .type = randomType()};
    node.operand[0] = operand(node.type, {});
    if (program().nodes[static_cast<std::size_t>(node.operand[0])].dims.rank() != 0)
      node.operand[0] = addConstant(node.type);
    node.dims = randomDims();
    add(node);
  }

  void addReduction() {
    const NodeId id = late();
    const Node& value = program().nodes[static_cast<std::size_t>(id)];
    Node node{.op = Op::reduceSum, .type = value.type};
    const bool isBool = value.type == ElementType::boolean;
    const bool empty = std::any_of(value.dims.begin(), value.dims.end(), [&](Symbol s) {
      return extent_[static_cast<std::size_t>(s)] == 0;
    });
    if (pick(3) == 0) node.op = Op::reduceProduct;
    if (isBool) node.op = pickFrom({Op::reduceAny, Op::reduceAll});
    if (!empty && pick(2)) node.op = pickFrom({Op::reduceMin, Op::reduceMax});
    node.operand[0] = id;
    add(node);
  }

  // A scalar of this type: one that was there, or a constant.
  NodeId scalar(ElementType type) {
    const NodeId id = operand(type, {});
    return program().nodes[static_cast<std::size_t>(id)].dims.rank() == 0 ? id : addConstant(type);
  }

  // A node that is read only by those who made it.
  NodeId addHidden(Node node, const std::vector<NodeId>& operands) {
    std::copy(operands.begin(), operands.end(), node.operand);
    const NodeId id = add(node);
    hidden_.insert(id);
    return id;
  }
  NodeId addParameter(Op op, ElementType type) {
    Node node{.op = op, .type = type};
    node.slot = combiners_;
    return addHidden(node, {});
  }

  // Its function is a few operations on left, right and scalars; it need not be associative.
  void addReduceWith() {
    const NodeId array = late();
    const ElementType type = typeOf(array);
    const NodeId identity = scalar(type);
    std::vector<NodeId> values = {scalar(type), scalar(type)};
    const std::size_t outside = values.size();
    for (Op op : {Op::left, Op::right}) values.push_back(addParameter(op, type));
    addFunction(type, values, outside);
    ++combiners_;
    Node node{.op = Op::reduceWith, .type = type};
    node.operand[0] = array, node.operand[1] = identity;
    node.operand[2] = pick(10) ? values.back() : anyOf(values);
    add(node);
  }

  // The same of pairs of floats, of which a field is left in the end.
  void addReducePairs() {
    const bool wide = pick(2);
    const ElementType type = wide ? ElementType::float64 : ElementType::float32;
    const Node pair{.op = Op::pack,
                    .type = wide ? ElementType::complex128 : ElementType::complex64};
    Node elements = pair, result = pair;
    const NodeId first = operand(type, randomDims());
    elements.dims = program().nodes[static_cast<std::size_t>(first)].dims;
    const NodeId second = operand(type, elements.dims);
    elements.dims =
        *broadcast(elements.dims, program().nodes[static_cast<std::size_t>(second)].dims);
    const NodeId array = addHidden(elements, {first, second});
    std::vector<NodeId> values = {scalar(type), scalar(type)};
    const NodeId identity = addHidden(pair, values);
    const std::size_t outside = values.size();
    for (Op op : {Op::left, Op::right}) {
      const NodeId whole = addParameter(op, pair.type);
      for (int k : {0, 1}) {
        Node field{.op = Op::field, .type = type};
        field.slot = k;
        values.push_back(addHidden(field, {whole}));
      }
    }
    addFunction(type, values, outside);
    ++combiners_;
    const NodeId re = values.back(), im = anyOf(values);
    const NodeId combined = addHidden(pair, pick(2) ? std::vector{re, im} : std::vector{im, re});
    result.op = Op::reduceWith;
    Node field{.op = Op::field, .type = type};
    field.slot = pick(2);
    field.operand[0] = addHidden(result, {array, identity, combined});
    add(field);
  }

  NodeId anyOf(const std::vector<NodeId>& values) {
    return values[static_cast<std::size_t>(pick(static_cast<int>(values.size())))];
  }

  // Up to three operations on `values`, of which the first ones come from outside.
  void addFunction(ElementType type, std::vector<NodeId>& values, std::size_t outside) {
    const auto inside = [&] {
      const auto count = static_cast<int>(values.size() - outside);
      return values[outside + static_cast<std::size_t>(pick(count))];
    };
    for (int k = pick(4); k > 0; --k) {
      Node node{.op = pickFrom({Op::add, Op::sub, Op::mul, Op::min, Op::select}), .type = type};
      if (type == ElementType::boolean)
        node.op = pickFrom({Op::logicalAnd, Op::logicalOr, Op::ne, Op::select});
      if (isInteger(type) && pick(6) == 0) node.op = Op::div;
      std::vector<NodeId> operands = {inside(), anyOf(values)};
      if (node.op == Op::select) {
        const NodeId condition =
            addHidden({.op = Op::ne, .type = ElementType::boolean}, {operands[0], operands[1]});
        operands = {condition, anyOf(values), anyOf(values)};
      } else if (pick(2)) {
        std::swap(operands[0], operands[1]);
      }
      values.push_back(addHidden(node, operands));
    }
  }

  // The operands' type that the rule allows; the first operand is any late node of it.
  void addPointwise(Op op) {
    const TypeRule rule = info(op).rule;
    NodeId first = late();
    for (int k = 0; k < 20 && !fits(rule, typeOf(first)); ++k) first = late();
    if (!fits(rule, typeOf(first))) first = addConstant(fallback(rule));
    Node node{.op = op, .type = typeOf(first)};
    if (rule == TypeRule::compare) node.type = ElementType::boolean;
    if (rule == TypeRule::convert) node.type = randomType();
    node.operand[0] = first;
    Dims dims = program().nodes[static_cast<std::size_t>(first)].dims;
    ElementType type = typeOf(first);
    if (rule == TypeRule::choose) node.type = type = randomType();
    for (int k = 1; k < node.arity(); ++k) {
      node.operand[k] = pick(10) == 0 && typeOf(node.operand[k - 1]) == type ? node.operand[k - 1]
                                                                             : operand(type, dims);
      dims = *broadcast(dims, program().nodes[static_cast<std::size_t>(node.operand[k])].dims);
    }
    node.dims = dims;
    add(node);
  }

  ElementType typeOf(NodeId id) { return program().nodes[static_cast<std::size_t>(id)].type; }
  static bool fits(TypeRule rule, ElementType type) {
    switch (rule) {
      case TypeRule::floating: return isFloating(type);
      case TypeRule::numeric: return type != ElementType::boolean;
      case TypeRule::integral: return isInteger(type);
      case TypeRule::logical:
      case TypeRule::choose: return type == ElementType::boolean;
      default: return true;
    }
  }
  static ElementType fallback(TypeRule rule) {
    if (rule == TypeRule::logical || rule == TypeRule::choose) return ElementType::boolean;
    return rule == TypeRule::floating ? ElementType::float64 : ElementType::int64;
  }

  std::mt19937_64 random_;
  RandomProgram result_;
  std::vector<std::int64_t> extent_;  // by symbol
  bool integers_ = false;
  std::set<NodeId> hidden_;  // the inside of combiners, and product types
  std::int32_t combiners_ = 0;
};

}  // namespace

std::vector<ir::ArrayView> RandomProgram::views() const {
  std::vector<ir::ArrayView> views;
  for (const ir::ArrayValue& input : inputs)
    views.push_back({input.type, input.extents, input.data.data()});
  return views;
}

RandomProgram makeRandomProgram(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace parax::compiler::test
