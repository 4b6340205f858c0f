// A program that can run: compiled loops, or the reference interpreter behind the same interface.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codegen/backend.h"
#include "compiler/pipeline.h"
#include "ir/domain.h"
#include "ir/interpreter.h"
#include "ir/parallel.h"
#include "runtime/buffer.h"
#include "runtime/parallel_for.h"

namespace parax::runtime {

struct RunInput {
  BufferRef* buffer;  // of rank >= 1; numbers take the place of rank 0
  const std::int64_t* extents;
  bool donated;  // nobody needs it afterwards: a result may take over its memory
};

struct RunOutput {
  BufferRef buffer;        // rank >= 1; before the run: memory that this result may take, or none
  std::uint64_t bits = 0;  // rank 0
  std::int64_t extents[ir::maxRank];
  int rank = 0;
  ElementType type{};
};

// What explain and the counters want to know about how the program came to be.
struct CompileReport {
  std::string name;  // of the program, as dumps and profiles show it
  std::vector<compiler::PassRecord> passes;
  std::vector<codegen::LoopInfo> loops;
  double passMicroseconds = 0, emitMicroseconds = 0, codegenMicroseconds = 0, linkMicroseconds = 0;
  double loadMicroseconds = 0;  // of the code generator's library, if this was the first program
  double totalMicroseconds() const {
    return passMicroseconds + emitMicroseconds + codegenMicroseconds + linkMicroseconds +
           loadMicroseconds;
  }
};

// What was measured of one loop, of runs with the same number of points: the latest such number.
struct LoopTime {
  std::int64_t points = 0;
  std::uint64_t runs = 0;
  double bestMicroseconds = 0;
};

// Loops that the cost model expects to be shorter are not timed: reading the clock would show.
constexpr double shortestTimedMicroseconds = 5;

// Immutable once made but for times; run may be called by many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;

  // outputs has one entry per result. Throws ir::ElementFailure for the first failing element in
  // program order, std::bad_alloc; then no input was changed.
  virtual void run(std::span<const RunInput> inputs, std::span<const std::uint64_t> numbers,
                   int threads, std::span<RunOutput> outputs) const = 0;

  const ir::ParallelProgram& program() const { return program_; }
  const CompileReport& report() const { return report_; }
  virtual LoopTime timeOf(std::size_t loop) const = 0;

 protected:
  ir::ParallelProgram program_;
  CompileReport report_;
};

// How a loop is shared among threads; `threads` are the most that the caller allows, 0: all.
ParallelRange rangeOf(const ir::Loop& loop, std::int64_t points, int threads);

// Fresh results of a loop are written past the caches if they are at least this large together.
constexpr std::int64_t streamingBytes = 16 << 20;

std::unique_ptr<Executable> makeInterpreted(ir::Program program, ir::ParallelProgram loops,
                                            CompileReport report);
std::unique_ptr<Executable> makeCompiled(ir::ParallelProgram program,
                                         std::unique_ptr<codegen::Code> code, CompileReport report);

}  // namespace parax::runtime
