// Random domain programs with their arguments, for property tests.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/domain.h"
#include "ir/interpreter.h"

namespace parax::compiler::test {

// Every node is needed by an output, so that no error may vanish.
struct RandomProgram {
  ir::Program program;
  std::vector<ir::ArrayValue> inputs;
  std::vector<Scalar> numbers;

  std::vector<ir::ArrayView> views() const;
};

RandomProgram makeRandomProgram(std::uint64_t seed);

}  // namespace parax::compiler::test
