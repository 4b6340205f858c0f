// Prints a program as C++ that a user could have written; its main prints the modes that differ.
#pragma once

#include <string>

#include "tests/fuzz/program.h"

namespace parax::fuzz {

std::string emitCpp(const Program& program);

}  // namespace parax::fuzz
