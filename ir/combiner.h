// The function of a reduceWith: which nodes or instructions belong to it, and what it computes.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/parallel.h"
#include "parax/core/scalar.h"

namespace parax::ir {

constexpr bool isParameter(Op op) { return op == Op::left || op == Op::right; }

// By node or instruction: the combiner that it is a part of, that is the slot of the `left` or
// `right` that it depends on; or none. The result of a reduceWith is no part of it.
template <class Item>
std::vector<std::int32_t> combinersOf(const std::vector<Item>& list) {
  std::vector<std::int32_t> combiner(list.size(), none);
  for (std::size_t id = 0; id < list.size(); ++id) {
    const Item& item = list[id];
    if (isParameter(item.op)) combiner[id] = item.slot;
    if (info(item.op).kind == OpKind::reduction) continue;
    for (int k = 0; k < item.arity() && combiner[id] == none; ++k)  // verifiers come here, too
      if (const auto at = static_cast<std::size_t>(item.operand[k]); at < id)
        combiner[id] = combiner[at];
  }
  return combiner;
}

// A combiner on its own, for interpreters: what it reads from outside is known.
struct Combiner {
  Scalar identity;
  std::vector<Inst> body;  // left, right, constants and pointwise operations
  std::int32_t combined = none;
};

// Out of a list of nodes or instructions; valueOf(id) is the value of what is read from outside.
template <class Item, class ValueOf>
Combiner makeCombiner(const std::vector<Item>& list, std::int32_t combined, const Scalar& identity,
                      ValueOf valueOf) {
  const std::vector<std::int32_t> combiner = combinersOf(list);
  const auto count = static_cast<std::size_t>(combined) + 1;
  std::vector<bool> needed(count, false);
  needed.back() = true;
  for (std::size_t id = count; id-- > 0;)
    for (int k = 0; needed[id] && combiner[id] != none && k < list[id].arity(); ++k)
      needed[static_cast<std::size_t>(list[id].operand[k])] = true;
  Combiner result{identity, {}, none};
  std::vector<std::int32_t> newId(count, none);
  for (std::size_t id = 0; id < count; ++id) {
    if (!needed[id]) continue;
    const Item& item = list[id];
    const bool inside = combiner[id] != none;
    Inst inst{.op = inside ? item.op : Op::constant, .type = item.type};
    inst.ordinal = item.ordinal;
    if (!inside) inst.bits = valueOf(static_cast<std::int32_t>(id)).bits;
    for (int k = 0; k < inst.arity(); ++k)
      inst.operand[k] = newId[static_cast<std::size_t>(item.operand[k])];
    newId[id] = static_cast<std::int32_t>(result.body.size());
    result.body.push_back(inst);
  }
  result.combined = newId.back();
  return result;
}

// All elements, of the identity's type, by the fixed tree. Throws ElementFailure{the first failing
// instruction's ordinal, 0}.
Scalar evaluateReduction(const Combiner& combiner, std::int64_t elements, const void* data);

}  // namespace parax::ir
