// Parts of error messages: shapes, indices, numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "frontend/words.h"
#include "parax/core/error.h"
#include "parax/core/place.h"

namespace parax::detail {

std::string shapeText(std::span<const std::int64_t> extents);  // "[3, 4]"

// The index of the k-th element in row-major order: "[1, 2]".
std::string indexText(std::int64_t linear, std::span<const std::int64_t> extents);

// "argument 2"; "argument 2.1" for the first member of a struct or tuple.
std::string argumentText(std::span<const Place> places, std::int32_t argument);

// "integer division by zero at index [1, 2] of [3, 4]"
ElementError divisionByZero(std::int64_t linear, std::span<const std::int64_t> extents,
                            const SourceLocation& where);

// "+: the shapes [3] and [4] do not match".
ShapeError shapesDoNotMatch(Op op, std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                            const SourceLocation& where);

// No memory for what an accelerated function, made at `where`, computes.
MemoryError outOfMemory(const SourceLocation& where);

}  // namespace parax::detail
