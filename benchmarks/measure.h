// Timing on a shared machine: contestants take turns, and each counts with its best turn.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Contestant {
  std::string name;
  std::function<void()> run;
};

// Of the calling thread alone: it stands while others have the CPU.
double threadNanoseconds();

inline double nanosecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// The best time of each contestant in ns per run. Short runs are timed in batches. It goes on until
// nobody has improved for `rounds` rounds, up to four times as many. Rounds begin with another
// contestant each; after three, those far behind the best of the others are left out (never the
// first). Contestants that use one thread are timed by its own clock, which stands while others
// have the CPU.
enum class Clock { wall, thread };
enum class Drop { hopeless, nobody };
std::vector<double> race(const std::vector<Contestant>& contestants, int rounds,
                         Clock clock = Clock::wall, Drop drops = Drop::hopeless);
inline Clock clockFor(int threads) { return threads == 1 ? Clock::thread : Clock::wall; }

}  // namespace bench
