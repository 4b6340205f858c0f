// The only file with parallel regions: one static partition each.
#include "runtime/parallel_for.h"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <mutex>

#include "runtime/counters.h"
#include "runtime/cpu_limit.h"
#include "runtime/openmp_libraries.h"
#include "runtime/worker_limit.h"

// LLVM's libomp has it; with another OpenMP library there is no binding.
extern "C" {
void kmp_set_defaults(const char*) __attribute__((weak));
void kmp_set_warnings_on(void) __attribute__((weak));
void kmp_set_warnings_off(void) __attribute__((weak));
}

namespace parax::runtime {
namespace {

bool isSet(const char* variable) {
  const char* const text = std::getenv(variable);
  return text && *text;
}

// Unbound, libomp's threads can share one CPU for long (no gain from
// two threads at all). The user's own settings win, and a process
// that was given a part of the machine is left to the scheduler.
bool bindsWorkers() {
  static const bool binds = [] {
    const bool userDecides = isSet("OMP_PROC_BIND") || isSet("OMP_PLACES") ||
                             isSet("KMP_AFFINITY") || isSet("GOMP_CPU_AFFINITY");
    if (!kmp_set_defaults || userDecides || !ownsAllCpus()) return false;
    // Too late if the user's program has had a parallel region already; not worth a warning.
    if (kmp_set_warnings_off) kmp_set_warnings_off();
    kmp_set_defaults("KMP_AFFINITY=noverbose,nowarnings,granularity=core,scatter");
    if (kmp_set_warnings_on) kmp_set_warnings_on();
    return true;
  }();
  return binds;
}

// libomp binds the calling thread too when it first meets it. Every thread that the user's program
// starts from it would inherit that, so the caller's mask is put back; workers stay bound.
class KeepCallersMask {
 public:
  KeepCallersMask() : restores_(!seen && bindsWorkers()) {
    if (restores_) restores_ = sched_getaffinity(0, sizeof mask_, &mask_) == 0;
  }
  ~KeepCallersMask() {
    seen = true;
    if (restores_) sched_setaffinity(0, sizeof mask_, &mask_);
  }
  KeepCallersMask(const KeepCallersMask&) = delete;
  KeepCallersMask& operator=(const KeepCallersMask&) = delete;

 private:
  static constinit thread_local bool seen;
  bool restores_;
  cpu_set_t mask_;
};
constinit thread_local bool KeepCallersMask::seen = false;

// Where the workers of this thread's team are bound. The caller is not, so before a region it makes
// sure that it does not sit on a worker's CPU: the scheduler can leave it there for long.
class TeamPlaces {
 public:
  bool knows(int threads) const { return threads_ == threads; }
  void record(int threads, const cpu_set_t& workers) {
    threads_ = threads;
    workers_ = workers;
  }
  void stepAside() const {
    const int cpu = sched_getcpu();
    if (threads_ == 0 || cpu < 0 || !CPU_ISSET(cpu, &workers_)) return;
    cpu_set_t mask, shared, others;
    if (sched_getaffinity(0, sizeof mask, &mask) != 0) return;
    CPU_AND(&shared, &mask, &workers_);
    CPU_XOR(&others, &mask, &shared);
    if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
    sched_setaffinity(0, sizeof mask, &mask);
  }

 private:
  int threads_ = 0;  // of the team that was recorded
  cpu_set_t workers_ = {};
};
constinit thread_local TeamPlaces ownPlaces;

bool forcedByEnvironment() {
  static const bool forced = [] {
    const char* const text = std::getenv("PARAX_FORCE_THREADS");
    return text && *text == '1';
  }();
  return forced;
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }

// [begin, end) in units of the grain: units first..last, the outer ones possibly cut.
struct Units {
  explicit Units(const ParallelRange& range)
      : range_(range),
        grain_(std::max<std::int64_t>(1, range.grain)),
        first_(floorDivide(range.begin, grain_)),
        count_(range.end > range.begin ? floorDivide(range.end - 1, grain_) - first_ + 1 : 0) {}
  std::int64_t count() const { return count_; }
  // Where the share of thread `t` of `threads` begins; shares differ by one unit at most.
  std::int64_t boundary(int t, int threads) const {
    if (t == 0) return range_.begin;
    if (t == threads) return range_.end;
    const std::int64_t whole = count_ / threads, rest = count_ % threads;
    const std::int64_t unit = whole * t + std::min<std::int64_t>(t, rest);
    if (unit == 0) return range_.begin;
    return unit == count_ ? range_.end : (first_ + unit) * grain_;
  }

 private:
  const ParallelRange& range_;
  std::int64_t grain_, first_, count_;
};

// Keeps the exception of the lowest share.
class FirstException {
 public:
  void capture(int share) noexcept {
    const std::lock_guard lock(mutex_);
    if (exception_ && share_ < share) return;
    share_ = share;
    exception_ = std::current_exception();
  }
  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::mutex mutex_;
  int share_ = 0;
  std::exception_ptr exception_;
};

// Collects the masks of a team's workers.
class WorkerMasks {
 public:
  void add() {
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) != 0) return;
    const std::lock_guard lock(mutex_);
    CPU_OR(&all_, &all_, &mask);
  }
  const cpu_set_t& all() const { return all_; }

 private:
  std::mutex mutex_;
  cpu_set_t all_ = {};
};

void runTeam(int threads, const Units& units, RangeBody body, void* context) {
  const bool records = bindsWorkers() && !ownPlaces.knows(threads);
  WorkerMasks masks;
  FirstException failure;
#pragma omp parallel num_threads(threads)
  {
    // The team may be smaller than asked for: the shares follow what there is.
    const int share = omp_get_thread_num(), shares = omp_get_num_threads();
    const std::int64_t begin = units.boundary(share, shares);
    const std::int64_t end = units.boundary(share + 1, shares);
    if (records && share > 0) masks.add();
    try {
      if (begin < end) body(begin, end, context);
    } catch (...) {
      failure.capture(share);
    }
  }
  if (records) ownPlaces.record(threads, masks.all());
  failure.rethrow();
}

int defaultThreads(const OtherOpenMp& other) {
  // Before libomp narrows the caller's mask.
  static const int cpus = cgroupCpus() ? std::min(affinityCpus(), cgroupCpus()) : affinityCpus();
  static const bool userDecides = isSet("OMP_NUM_THREADS");
  const KeepCallersMask keep;
  int asked = std::max(1, omp_get_max_threads());
  if (other.maxThreads > 0) asked = std::min(asked, other.maxThreads);
  return userDecides ? asked : std::min(asked, cpus);
}

}  // namespace

int defaultThreads() { return defaultThreads(otherOpenMp()); }

int threadsFor(const ParallelRange& range) {
  const Units units(range);
  if (units.count() <= 1 || range.maxThreads == 1) return 1;
  std::int64_t most = units.count();
  if (!range.forced && !forcedByEnvironment()) {
    const double points = static_cast<double>(range.end) - static_cast<double>(range.begin);
    const double work = points * range.cyclesPerPoint / cyclesPerMicrosecond;
    if (!(work >= breakEvenMicroseconds)) return 1;
    most = std::min(most, static_cast<std::int64_t>(std::min(work / microsecondsPerThread, 1e9)));
  }
  const OtherOpenMp other = otherOpenMp();
  if (omp_in_parallel() || other.inParallel) return 1;
  const int allowed = range.maxThreads > 0 ? range.maxThreads : defaultThreads(other);
  return static_cast<int>(std::min<std::int64_t>(most, allowed));
}

void parallelFor(const ParallelRange& range, RangeBody body, void* context) {
  if (range.begin >= range.end) return;
  const int wanted = threadsFor(range);
  if (wanted <= 1) return body(range.begin, range.end, context);
  const KeepCallersMask keep;
  const int threads = startableTeam(wanted);
  if (threads <= 1) return body(range.begin, range.end, context);
  count(Counter::parallelRegions);
  ownPlaces.stepAside();
  runTeam(threads, Units(range), body, context);
}

}  // namespace parax::runtime
