// Runs compiled programs as the runtime would, on guarded memory and in random pieces.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "codegen/backend.h"
#include "ir/failure.h"
#include "ir/interpreter.h"
#include "parax/core/scalar.h"

namespace parax::codegen::test {

Backend& backend();

using Random = std::mt19937_64;

// Memory that ends at (or starts after) a page without access.
class GuardedBuffer {
 public:
  enum class Side : std::uint8_t { before, after };
  GuardedBuffer(std::size_t bytes, Side side);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  std::byte* data() const { return data_; }

 private:
  void* mapping_;
  std::size_t length_;
  std::byte* data_;
};

struct Array {
  ElementType type;
  std::vector<std::int64_t> extents;
  std::vector<std::byte> bytes;
  ir::ArrayView view() const { return {type, extents, bytes.data()}; }
};

// Elements with a fair share of special values; `tame`: small ones, nothing special.
Array randomArray(ElementType type, std::vector<std::int64_t> extents, Random& random,
                  bool tame = false);
Scalar randomScalar(ElementType type, Random& random, bool tame = false);

struct RunOptions {
  std::int64_t flags = 0;
  bool pieces = true;  // random ranges instead of one
  int threads = 1;
  GuardedBuffer::Side side = GuardedBuffer::Side::after;
  bool inPlace = false;  // outputs take over the inputs that they name
  std::vector<std::pair<ir::Symbol, std::int64_t>> forgedSymbols;  // to plant mistakes
};

struct RunResult {
  std::vector<Array> outputs;
  FailureRecord record;
  std::optional<ir::Failure> failure() const;
};
// Compares all of a failure but its turn.
void expectFailure(const std::optional<ir::Failure>& expected, const RunResult& result,
                   const std::string& what);

RunResult run(const ir::ParallelProgram& program, const Code& code,
              const std::vector<Array>& inputs, const std::vector<Scalar>& numbers, Random& random,
              const RunOptions& options = {});

std::vector<ir::ArrayView> views(const std::vector<Array>& arrays);

// Equal to the last bit; all NaNs are one.
void expectEqual(const ir::ArrayValue& expected, const Array& actual, const std::string& what);

// Compiles the text, runs it and the interpreter on random inputs of these shapes, and compares.
struct Check {
  std::string text;
  std::vector<std::vector<std::int64_t>> shapes;
  RunOptions run = {};
  Options options = {};
  bool tame = false;
};
void check(const Check& what, Random& random);
void check(const ir::ParallelProgram& program, const Code& code, const Check& what, Random& random);

}  // namespace parax::codegen::test
