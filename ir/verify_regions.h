// The regions of a body as a tree: what stands in which, and whether their types fit.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/body.h"

namespace parax::ir {

class Regions {
 public:
  // Whether every region ends with one yield; nothing else may be asked before.
  static bool balanced(const Body& body);

  explicit Regions(const Body& body);

  bool isTop(std::int32_t id) const { return of(id) == none; }
  // Whether an instruction may name another as operand: that is of its region or one around it.
  bool sees(std::int32_t user, std::int32_t value) const;
  bool hasValue(std::int32_t id) const;
  // Whether an instruction that owns, begins or ends a region keeps its rules.
  bool fits(std::int32_t id) const;

 private:
  struct Region {
    std::int32_t owner, parent;  // an instruction; the region of the owner
    std::int32_t first, last;    // instructions; the last is its yield
  };
  std::int32_t of(std::int32_t id) const { return regionOf_[static_cast<std::size_t>(id)]; }
  const Inst& inst(std::int32_t id) const { return body_.insts[static_cast<std::size_t>(id)]; }
  std::vector<ElementType> params(const Inst& owner) const;
  std::vector<ElementType> results(const Inst& owner) const;
  bool yieldFits(std::int32_t id) const;
  bool ownerFits(std::int32_t id) const;

  const Body& body_;
  std::vector<Region> regions_;
  std::vector<std::int32_t> regionOf_;  // by instruction; none: the body itself
};

}  // namespace parax::ir
