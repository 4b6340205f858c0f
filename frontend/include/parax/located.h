// What operators take their operands as: converting constructors note what the user's code knows.
#pragma once

#include "parax/core/handle.h"

namespace parax::detail {

// An operand together with the place in the user's code where it stands.
template <class X>
struct Located {
  const X& value;
  SourceLocation where;
  Located(const X& v, SourceLocation w = SourceLocation::current()) : value(v), where(w) {}
};

// An operand of + or -: a product without a name becomes a part of a fused multiply-add.
template <class X>
struct Term : Located<X> {
  bool isTemporary;
  Term(const X& v, SourceLocation w = SourceLocation::current())
      : Located<X>(v, w), isTemporary(false) {}
  Term(X&& v, SourceLocation w = SourceLocation::current()) : Located<X>(v, w), isTemporary(true) {}
  Operand operand() const { return {this->value.handle(), isTemporary}; }
};

// An operand of *, with room for what a multiply-add needs of the product.
template <class X>
struct Factor : Located<X> {
  Factors& factors;
  Factor(const X& v, Factors&& f = Factors(), SourceLocation w = SourceLocation::current())
      : Located<X>(v, w), factors(f) {}
};

}  // namespace parax::detail
