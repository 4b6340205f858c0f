// Interleaved rounds of batches.
#include "measure.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bench {
namespace {

constexpr double batchNanoseconds = 200e3;
constexpr double hopeless = 1.6;  // times the best one
constexpr double settled = 0.99;  // a smaller gain is no reason to go on
constexpr int longest = 4;        // times the rounds asked for

double now(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

double timeBatch(const Contestant& contestant, int runs, Clock clock) {
  const double start = now(clock);
  for (int k = 0; k < runs; ++k) contestant.run();
  return (now(clock) - start) / runs;
}

// The first run compiles or touches pages, so the second one decides.
int runsPerBatch(const Contestant& contestant, Clock clock) {
  contestant.run();
  const double once = std::max(1.0, timeBatch(contestant, 1, clock));
  return std::clamp(static_cast<int>(std::ceil(batchNanoseconds / once)), 1, 20000);
}

}  // namespace

double threadNanoseconds() { return now(Clock::thread); }

std::vector<double> race(const std::vector<Contestant>& contestants, int rounds, Clock clock,
                         Drop drops) {
  const std::size_t count = contestants.size();
  std::vector<int> runs;
  for (const Contestant& contestant : contestants) runs.push_back(runsPerBatch(contestant, clock));
  std::vector<double> best(count, std::numeric_limits<double>::infinity());
  int lastGain = 0;
  for (int round = 0; round < rounds || (round < longest * rounds && round < lastGain + rounds);
       ++round) {
    // Among the others only: being faster than all of them must not end their turns.
    const double leader = count > 1 ? *std::min_element(best.begin() + 1, best.end()) : best[0];
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t k = (turn + static_cast<std::size_t>(round)) % count;
      if (drops == Drop::hopeless && round > 2 && k > 0 && best[k] > hopeless * leader) continue;
      const double time = timeBatch(contestants[k], runs[k], clock);
      if (time < settled * best[k]) lastGain = round;
      best[k] = std::min(best[k], time);
    }
  }
  return best;
}

}  // namespace bench
