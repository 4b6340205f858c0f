// What the figures belong to, and what explain says about a measured program.
#pragma once

#include <parax/parax.h>

#include <string>

namespace bench {

struct Machine {
  std::string cpu;
  int vectorBits = 0;  // that Parax uses; PARAX_VECTOR_BITS bounds it
};
const Machine& machine();

// Loops and operations of the latest call that did not become vector code, and why; "" if all did.
std::string notVectorised(const parax::Explanation& explanation);

}  // namespace bench
