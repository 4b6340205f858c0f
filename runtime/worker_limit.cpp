// Starts as many threads as will be missing, all at once, and lets them go again.
#include "runtime/worker_limit.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/log.h"

extern "C" std::size_t kmp_get_stacksize_s(void) __attribute__((weak));  // LLVM's libomp has it

namespace parax::runtime {
namespace {

// What a worker takes beside its stack, generously: libomp's notes about it and, if the address
// space is limited, the space that malloc reserves for a new thread.
std::size_t bytesBesideStack() {
  rlimit space{};
  const bool limited = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
  return (64 << 10) + (limited ? 64 << 20 : 0);
}

// Workers never end: one that a thread no longer needs serves another thread's team.
struct Workers {
  std::mutex mutex;
  int known = 0;   // were started, as far as we know
  int leased = 0;  // belong to the team of some thread
};
constinit Workers workers;

struct OwnTeam {
  int workers = 0;  // leased by this thread
  int asked = 0;    // the most this thread has asked for
};
constinit thread_local OwnTeam ownTeam;

// Returns the workers when the thread ends.
struct TeamCleaner {
  ~TeamCleaner() {
    const std::lock_guard lock(workers.mutex);
    workers.leased -= ownTeam.workers;
    ownTeam = {};
  }
  void registerOnce() const {}
};
thread_local TeamCleaner cleaner;

void* waitForEnd(void* gate) {
  const std::lock_guard lock(*static_cast<std::mutex*>(gate));
  return nullptr;
}

// Half of what can be started where that is not enough: the program needs memory, too.
int startableWorkers(int missing) {
  const std::size_t stack = kmp_get_stacksize_s ? kmp_get_stacksize_s() + bytesBesideStack() : 0;
  const int started = startableThreads(missing, stack);
  if (started == missing) return missing;
  warnOnce("worker limit", "of " + std::to_string(missing) + " more threads only " +
                               std::to_string(started) +
                               " can be started (limits of memory or threads): Parax uses fewer");
  return started / 2;
}

// Signals of the program are not for threads that only wait.
class BlockSignals {
 public:
  BlockSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockSignals(const BlockSignals&) = delete;
  BlockSignals& operator=(const BlockSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

int startableThreads(int wanted, std::size_t stackBytes) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  if (stackBytes > 0) pthread_attr_setstacksize(&attributes, stackBytes);
  std::vector<pthread_t> threads(static_cast<std::size_t>(wanted));
  std::mutex gate;
  int started = 0;
  {
    const BlockSignals block;
    const std::lock_guard closed(gate);
    while (started < wanted &&
           pthread_create(&threads[started], &attributes, waitForEnd, &gate) == 0)
      ++started;
  }
  for (int k = 0; k < started; ++k) pthread_join(threads[k], nullptr);
  pthread_attr_destroy(&attributes);
  return started;
}

int startableTeam(int threads) {
  const int wanted = threads - 1;
  if (wanted > ownTeam.asked) {
    cleaner.registerOnce();
    const std::lock_guard lock(workers.mutex);
    const int more = wanted - ownTeam.workers;
    const int idle = std::max(0, workers.known - workers.leased);
    const int missing = std::max(0, more - idle);
    const int startable = missing > 0 ? startableWorkers(missing) : 0;
    const int added = more - missing + startable;
    workers.known += startable;
    workers.leased += added;
    ownTeam = {ownTeam.workers + added, wanted};
  }
  return std::min(threads, ownTeam.workers + 1);
}

}  // namespace parax::runtime
