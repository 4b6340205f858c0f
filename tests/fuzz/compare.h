// Runs a program in every mode and tells the first difference.
#pragma once

#include <optional>
#include <string>

#include "parax/options.h"
#include "tests/fuzz/program.h"

namespace parax::fuzz {

struct Difference {
  std::string mode;       // e.g. "compile, 7 threads"
  std::string reference;  // the mode it differs from
  std::string text;       // what differs
};

std::optional<Difference> findDifference(const Program& program);

}  // namespace parax::fuzz
