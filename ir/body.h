// Bodies: scalar SSA with regions. A loop runs one for each of its points.
//
// Instructions stand in one list; an instruction's number is its position. Operands stand before
// it, in its own region or one around it. A region follows the instruction that owns it and ends
// with a `yield`:
//
//   if c            two regions: where c holds, and where not; each yields the results
//   loop n, s...    region with the parameters (index, s...); runs for the indices 0 to n - 1,
//                   yields the next s...; the results are the last ones
//   while s...      region with the parameters (s...); `continue c` stands once among its own
//                   instructions: where c is false the results are the parameters; else it goes on
//                   and yields the next s...
//   reduceOver n    region with the parameter (index); yields one value, which is combined over the
//                   indices 0 to n - 1 by the fixed tree of reduction_tree.h; that is the result
//
// The results of if, loop and while are taken by `part k`; that of reduceOver is its own value. A
// region's instructions run only where its owner does and the region is taken: elsewhere they
// neither fail nor store nor count. So it is with an instruction whose predicate `when` is false;
// its value is 0 then.
//
//   - number, constant, extent and pointwise operations are as in domain IR, of scalar types
//   - param: parameter `part` of the region
//   - left, right: the parameter `part` of the combiner `number` of a reduceWith
//   - index: the point's coordinate along loop dimension `dim`, converted to `type`; turnIndex: the
//     turn of a stage that is repeated
//   - load: element of an access; store: operand 0 goes there. Of a buffer of a product type it is
//     one field. Further operands are the access's computed indices, and the constant of its edge.
//   - prefix: the scan of its operand along the loop's last dimension up to this point, by the
//     order of scan_order.h; prefixBefore: up to the point before
#pragma once

#include <cstdint>
#include <vector>

#include "ir/access.h"
#include "ir/id_list.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

constexpr std::int32_t none = -1;

struct Inst {
  Op op;
  ElementType type;
  std::uint8_t field = 0;       // load, store: of the element
  Op reduction{};               // reduceOver, prefix, prefixBefore
  std::int32_t ordinal = none;  // the recorded operation that it came from: the user's line
  IdList operand{};             // instructions
  std::int32_t when = none;     // an instruction of type bool
  std::int32_t number = none;   // number: which one; left, right: the combiner
  Symbol symbol = noSymbol;     // extent
  std::int32_t dim = none;      // index
  std::int32_t access = none;   // load, store
  std::int32_t part = none;     // part, param: which one; left, right: the field
  std::uint64_t bits = 0;       // constant: the number's memory, zero-extended

  int arity() const { return static_cast<int>(operand.size()); }
};
static_assert(sizeof(Inst) == 64, "compilation walks lists of them");

// Takes the values of all points into an element: where the loop's other dimensions agree, one
// result for each element of `into`.
struct Reduction {
  Op op;
  ElementType type;
  IdList value{};     // instructions, one for each field
  Access into{none};  // indices are loop dimensions or computed
  std::int32_t ordinal = none;
  IdList at{};  // the computed indices of `into`: instructions
  // reduceWith: instructions, too, one for each field; the identity is hoisted.
  IdList identity{}, combined{};

  int fields() const { return fieldCount(type); }
};

// Calls f with each instruction that a reduction names, by reference.
template <class R, class F>
void forEachValue(R& reduction, F&& f) {
  for (auto* list : {&reduction.value, &reduction.at, &reduction.identity, &reduction.combined})
    for (auto& id : *list) f(id);
}

struct Body {
  std::vector<Inst> insts;
  std::int32_t hoisted = 0;  // so many at the beginning do not depend on the point: they run once
  std::vector<Access> accesses;
  std::vector<Reduction> reductions;
};

constexpr bool isRegionOwner(Op op) {
  return op == Op::branch || op == Op::forLoop || op == Op::whileLoop || op == Op::reduceOver;
}
constexpr int regionsOf(Op op) { return op == Op::branch ? 2 : isRegionOwner(op) ? 1 : 0; }

// One past the last instruction of the regions of the owner at `id`; id + 1 if it owns none.
std::int32_t endOf(const std::vector<Inst>& insts, std::int32_t id);

// Calls f with each instruction that an instruction names, by reference.
template <class I, class F>
void forEachOperand(I& inst, F&& f) {
  for (auto& id : inst.operand) f(id);
  if (inst.when != none) f(inst.when);
}

}  // namespace parax::ir
