// The rules of regions.
#include "ir/verify_regions.h"

#include <algorithm>

#include "ir/type_rules.h"

namespace parax::ir {
namespace {

// A built-in reduction that the type has.
bool combines(const Inst& inst) {
  const ElementType types[3] = {inst.type, inst.type, inst.type};
  return info(inst.reduction).kind == OpKind::reduction && inst.reduction != Op::reduceWith &&
         typesFit(inst.reduction, inst.type, types);
}

}  // namespace

bool Regions::balanced(const Body& body) {
  std::vector<int> open;
  for (const Inst& inst : body.insts) {
    if (const int regions = regionsOf(inst.op); regions > 0) open.push_back(regions);
    if (inst.op != Op::yield) continue;
    if (open.empty()) return false;
    if (--open.back() == 0) open.pop_back();
  }
  return open.empty();
}

Regions::Regions(const Body& body) : body_(body) {
  std::vector<std::pair<std::int32_t, int>> owners;  // and how many regions are still to come
  std::int32_t current = none;
  const auto enter = [&](std::int32_t owner, std::int32_t first) {
    regions_.push_back({owner, of(owner), first, none});
    current = static_cast<std::int32_t>(regions_.size()) - 1;
  };
  for (std::int32_t id = 0; id < static_cast<std::int32_t>(body.insts.size()); ++id) {
    regionOf_.push_back(current);
    if (const int count = regionsOf(inst(id).op); count > 0) {
      owners.emplace_back(id, count - 1);
      enter(id, id + 1);
    }
    if (inst(id).op != Op::yield) continue;
    regions_[static_cast<std::size_t>(current)].last = id;
    auto& [owner, more] = owners.back();
    if (more-- > 0) {
      enter(owner, id + 1);
      continue;
    }
    current = of(owner);
    owners.pop_back();
  }
}

bool Regions::sees(std::int32_t user, std::int32_t value) const {
  std::int32_t region = of(user);
  while (region != none && region != of(value))
    region = regions_[static_cast<std::size_t>(region)].parent;
  return region == of(value);
}

bool Regions::hasValue(std::int32_t id) const {
  switch (inst(id).op) {
    case Op::store:
    case Op::yield:
    case Op::proceed:
    case Op::branch:
    case Op::forLoop:
    case Op::whileLoop: return false;
    default: return true;
  }
}

std::vector<ElementType> Regions::params(const Inst& owner) const {
  std::vector<ElementType> types;
  if (owner.op == Op::forLoop || owner.op == Op::reduceOver) types.push_back(ElementType::int64);
  if (owner.op == Op::branch || owner.op == Op::reduceOver) return types;
  for (std::size_t k = owner.op == Op::forLoop ? 1 : 0; k < owner.operand.size(); ++k)
    types.push_back(inst(owner.operand[k]).type);
  return types;
}

// Of loop and while they are the state's, of reduceOver its own; the yields of an if decide.
std::vector<ElementType> Regions::results(const Inst& owner) const {
  if (owner.op == Op::reduceOver) return {owner.type};
  if (owner.op != Op::branch) {
    std::vector<ElementType> types = params(owner);
    if (owner.op == Op::forLoop) types.erase(types.begin());
    return types;
  }
  std::vector<ElementType> types;
  for (const Region& region : regions_)
    if (&inst(region.owner) == &owner && types.empty())
      for (std::int32_t id : inst(region.last).operand) types.push_back(inst(id).type);
  return types;
}

bool Regions::yieldFits(std::int32_t id) const {
  const Region& region = regions_[static_cast<std::size_t>(of(id))];
  const std::vector<ElementType> wanted = results(inst(region.owner));
  const IdList& given = inst(id).operand;
  return std::equal(given.begin(), given.end(), wanted.begin(), wanted.end(),
                    [&](std::int32_t value, ElementType type) { return inst(value).type == type; });
}

bool Regions::ownerFits(std::int32_t id) const {
  const Inst& owner = inst(id);
  if (owner.when != none) return false;
  const auto operandIs = [&](ElementType type) {
    return !owner.operand.empty() && inst(owner.operand[0]).type == type;
  };
  if (owner.op == Op::branch && !operandIs(ElementType::boolean)) return false;
  const bool counted = owner.op == Op::forLoop || owner.op == Op::reduceOver;
  if (counted && !operandIs(ElementType::int64)) return false;
  if (owner.op == Op::reduceOver)
    return combines(owner) && !info(owner.reduction).has(op_property::nonEmpty);
  if (owner.op != Op::whileLoop) return true;
  int tests = 0;
  for (std::int32_t k = id + 1; k < endOf(body_.insts, id); k = endOf(body_.insts, k))
    tests += inst(k).op == Op::proceed ? 1 : 0;
  return tests == 1;
}

bool Regions::fits(std::int32_t id) const {
  const Inst& item = inst(id);
  if (isRegionOwner(item.op)) return ownerFits(id);
  switch (item.op) {
    case Op::yield: return item.when == none && yieldFits(id);
    case Op::param: {
      if (isTop(id)) return false;
      const auto types = params(inst(regions_[static_cast<std::size_t>(of(id))].owner));
      return item.part >= 0 && static_cast<std::size_t>(item.part) < types.size() &&
             types[static_cast<std::size_t>(item.part)] == item.type && item.when == none;
    }
    case Op::part: {
      const Inst& owner = inst(item.operand[0]);
      if (!isRegionOwner(owner.op) || owner.op == Op::reduceOver) return false;
      const auto types = results(owner);
      return item.part >= 0 && static_cast<std::size_t>(item.part) < types.size() &&
             types[static_cast<std::size_t>(item.part)] == item.type;
    }
    case Op::proceed:
      return !isTop(id) && item.when == none &&
             inst(item.operand[0]).type == ElementType::boolean &&
             inst(regions_[static_cast<std::size_t>(of(id))].owner).op == Op::whileLoop;
    case Op::prefix:
    case Op::prefixBefore: return isTop(id) && item.when == none && combines(item);
    default: return true;
  }
}

}  // namespace parax::ir
