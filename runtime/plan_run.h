// Running a compiled program once: its steps in order, its loops on a team of threads.
#pragma once

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/executable.h"

namespace parax::runtime {

// Shared by all threads that run a program.
class LoopTimes {
 public:
  explicit LoopTimes(std::size_t loops) : times_(loops) {}

  void add(std::size_t loop, std::int64_t points, double microseconds) {
    const std::lock_guard lock(mutex_);
    LoopTime& time = times_[loop];
    if (time.points != points) time = {points, 0, microseconds};
    ++time.runs;
    time.bestMicroseconds = std::min(time.bestMicroseconds, microseconds);
  }
  LoopTime of(std::size_t loop) const {
    const std::lock_guard lock(mutex_);
    return times_[loop];
  }

 private:
  mutable std::mutex mutex_;
  std::vector<LoopTime> times_;
};

// A program and its code.
struct CompiledPlan {
  const ir::ParallelProgram& program;
  const codegen::SlotLayout& layout;
  const codegen::Code& code;
  LoopTimes& times;
};

// See Executable::run.
void runPlan(const CompiledPlan& plan, std::span<const RunInput> inputs,
             std::span<const std::uint64_t> numbers, int threads, std::span<RunOutput> outputs);

}  // namespace parax::runtime
