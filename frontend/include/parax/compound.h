// += and its kin, for Array and Value.
#pragma once

#include <type_traits>

#include "parax/core/error.h"
#include "parax/core/op.h"

namespace parax::detail {

// A variable that an operator changes, together with the place in the user's code.
template <class X>
struct LocatedTarget {
  X& value;
  SourceLocation where;
  LocatedTarget(X& v, SourceLocation w = SourceLocation::current()) : value(v), where(w) {}
  LocatedTarget(X&&) = delete;  // parax: nobody would see this assignment to a temporary
};

// What B&& takes then has no name.
template <class B>
concept Temporary = !std::is_reference_v<B>;

// The element type and the shape stay.
template <class Target>
struct CompoundOperators {
  template <class B>
  friend Target& operator+=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::add>(b, a.where), a.value;
  }
  template <Temporary B>
  friend Target& operator+=(LocatedTarget<Target> a, B&& b) {
    return a.value.template compoundAssign<Op::add>(b, a.where, true), a.value;
  }
  template <class B>
  friend Target& operator-=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::sub>(b, a.where), a.value;
  }
  template <Temporary B>
  friend Target& operator-=(LocatedTarget<Target> a, B&& b) {
    return a.value.template compoundAssign<Op::sub>(b, a.where, true), a.value;
  }
  template <class B>
  friend Target& operator*=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::mul>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator/=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::div>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator%=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::rem>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator&=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::bitAnd>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator|=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::bitOr>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator^=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::bitXor>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator<<=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::shiftLeft>(b, a.where), a.value;
  }
  template <class B>
  friend Target& operator>>=(LocatedTarget<Target> a, const B& b) {
    return a.value.template compoundAssign<Op::shiftRight>(b, a.where), a.value;
  }
};

}  // namespace parax::detail
