// C++ numbers beside arrays: conversion to the operation's type, and exact comparison thresholds.
#pragma once

#include "parax/core/handle.h"

namespace parax::detail {

// Whether the type holds the number, rounded if it is floating.
bool fits(const WeakNumber& number, ElementType type);
// The number in an element type; ArgumentError with this remedy if it does not fit.
Scalar toScalar(const WeakNumber& number, ElementType type, const SourceLocation& where,
                const char* remedy = "cast the array to a wider type");

// `x op number` for x of `type`, as a comparison of the mathematical values: either with a number
// of that type, or always the same answer.
struct Threshold {
  enum class Kind : std::uint8_t { compare, always, never } kind = Kind::compare;
  Scalar number{};
};
Threshold threshold(Op op, ElementType type, const WeakNumber& number);

}  // namespace parax::detail
