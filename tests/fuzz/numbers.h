// Random sizes, numbers and contents of arrays, with the awkward ones among them.
#pragma once

#include "tests/fuzz/program.h"
#include "tests/fuzz/random.h"

namespace parax::fuzz {

ElementType randomType(Random& random);
std::int64_t randomSize(Random& random);
Number randomElement(Random& random, ElementType type, bool tame);
// Whether the number can stand beside elements of this type.
bool fits(const Number& number, ElementType type);
Number randomNumber(Random& random, Number::Kind kind);
Data randomData(Random& random, const Variable& is);

}  // namespace parax::fuzz
