// Makes a random program: the same one for the same seed.
#pragma once

#include "tests/fuzz/program.h"

namespace parax::fuzz {

Program generate(std::uint64_t seed);

}  // namespace parax::fuzz
