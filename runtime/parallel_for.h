// Runs a range of points on the threads of libomp, or in the caller when that is faster.
#pragma once

#include <cstdint>
#include <type_traits>

namespace parax::runtime {

using RangeBody = void (*)(std::int64_t begin, std::int64_t end, void* context);

struct ParallelRange {
  std::int64_t begin, end;
  std::int64_t grain = 1;     // boundaries between threads are multiples of it
  double cyclesPerPoint = 1;  // estimate, for the cost model
  int maxThreads = 0;         // 0: defaultThreads()
  bool forced = false;        // no cost model: as many threads as maxThreads and the grains allow
};

// The cost model. A fork and join costs about 1 us when the workers are awake
// and 50-100 us after they fell asleep, so work below breakEvenMicroseconds
// runs in the caller, and every thread gets at least microsecondsPerThread.
// Cycles are turned into time at 3 GHz: the estimate is no better than that.
constexpr double breakEvenMicroseconds = 8;
constexpr double microsecondsPerThread = 4;
constexpr double cyclesPerMicrosecond = 3000;

// The threads that parallelFor will ask for; 1 means it runs in the caller. PARAX_FORCE_THREADS=1
// sets `forced` for the whole process.
int threadsFor(const ParallelRange& range);

// OMP_NUM_THREADS or omp_set_num_threads, of whichever OpenMP library; else one per CPU of the
// affinity mask, within the cgroup's quota.
int defaultThreads();

// Calls `body` on disjoint ranges that together are [begin, end), in order within a thread. In a
// parallel region of the caller it runs serially; where threads cannot be started, on fewer. If
// ranges throw, all others still run, and the exception of the lowest one is rethrown.
void parallelFor(const ParallelRange& range, RangeBody body, void* context);

template <class F>
  requires std::is_invocable_v<F&, std::int64_t, std::int64_t>
void parallelFor(const ParallelRange& range, F&& body) {
  parallelFor(range, [](std::int64_t begin, std::int64_t end, void* context) {
    (*static_cast<std::remove_reference_t<F>*>(context))(begin, end);
  }, const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace parax::runtime
