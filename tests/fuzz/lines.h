// A source line for every statement of a program, so that errors can be told apart.
#pragma once

#include <cstddef>

#include "parax/core/error.h"

namespace parax::fuzz {

constexpr int maxStatements = 64;

const SourceLocation& lineOf(std::size_t statement);

}  // namespace parax::fuzz
