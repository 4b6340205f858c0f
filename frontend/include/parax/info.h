// What Parax is here and what it runs on: for questions and reports. `parax info` prints it.
#pragma once

#include <string>

#include "parax/core/api.h"

namespace parax {

// Version, CPU, vectors, code generator, OpenMP library, threads, mode and the variables that are
// set: one line each, "name: value". Loads the code generator.
PARAX_API std::string info();

}  // namespace parax
