// Runs random programs in every mode until one differs, then shrinks it and prints it as C++.
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include "parax/options.h"
#include "runtime/sanitizers.h"
#include "tests/fuzz/compare.h"
#include "tests/fuzz/emit_cpp.h"
#include "tests/fuzz/generate.h"
#include "tests/fuzz/shrink.h"

namespace parax::fuzz {
namespace {

struct Settings {
  std::uint64_t seed = 1;
  std::uint64_t programs = 1000;
  double seconds = 0;  // 0: count programs
  bool verbose = false;
  bool emit = false;               // only print the program of this seed
  bool expectsDifference = false;  // succeeds if there is one: for planted bugs
};

constexpr const char* usage =
    "usage: parax_fuzz [--seed N] [--programs N | --seconds S] [--verbose] [--emit-cpp SEED]\n"
    "                  [--expect-difference]\n"
    "  --seed N             the first program's seed\n"
    "  --programs N         how many programs (1000), or\n"
    "  --seconds S          how long\n"
    "  --verbose            names every program, and shrinks expected differences, too\n"
    "  --emit-cpp SEED      prints the program of this seed as C++ and runs nothing\n"
    "  --expect-difference  succeeds if the modes differ: for planted bugs\n";

Settings parse(int count, char** words) {
  Settings settings;
  for (int k = 1; k < count; ++k) {
    const std::string_view word = words[k];
    const auto number = [&] {
      if (++k >= count) {
        std::cerr << usage;
        std::exit(2);
      }
      return std::strtod(words[k], nullptr);
    };
    if (word == "--seed")
      settings.seed = static_cast<std::uint64_t>(number());
    else if (word == "--programs")
      settings.programs = static_cast<std::uint64_t>(number());
    else if (word == "--seconds")
      settings.seconds = number();
    else if (word == "--verbose")
      settings.verbose = true;
    else if (word == "--expect-difference")
      settings.expectsDifference = true;
    else if (word == "--emit-cpp") {
      settings.seed = static_cast<std::uint64_t>(number());
      settings.emit = true;
    } else {
      const bool asked = word == "--help" || word == "-h";
      (asked ? std::cout : std::cerr) << usage;
      std::exit(asked ? 0 : 2);
    }
  }
  return settings;
}

// What a signal handler may look at.
volatile std::sig_atomic_t crashMeansSuccess = 0;
char crashText[128];

void onCrash(int) {
  const auto written = write(STDERR_FILENO, crashText, std::strlen(crashText));
  _exit(written > 0 && crashMeansSuccess ? 0 : 3);
}

void watchForCrashes(const Settings& settings) {
  if (runtime::addressSanitizer) return;  // it says more
  crashMeansSuccess = settings.expectsDifference;
  for (int signal : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS}) std::signal(signal, onCrash);
}

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void report(const Program& program, const Difference& difference, const Settings& settings) {
  std::cout << "seed " << program.seed << ": " << difference.mode << " differs from "
            << difference.reference << ": " << difference.text << std::endl;
  if (settings.expectsDifference && !settings.verbose) return;
  const Program small = shrink(program);
  const auto left = findDifference(small);
  std::cout << "shrunk from " << program.statements.size() << " to " << small.statements.size()
            << " statements; " << (left ? left->mode + ": " + left->text : "") << "\n"
            << emitCpp(small) << std::flush;
}

int run(const Settings& settings) {
  const Clock clock;
  double shown = 0;
  std::uint64_t done = 0;
  const auto goesOn = [&] {
    return settings.seconds > 0 ? clock.seconds() < settings.seconds : done < settings.programs;
  };
  for (; goesOn(); ++done) {
    const Program program = generate(settings.seed + done);
    std::snprintf(crashText, sizeof crashText,
                  "parax_fuzz: crashed in the program of --emit-cpp %llu\n",
                  static_cast<unsigned long long>(program.seed));
    if (settings.verbose) std::cout << "seed " << program.seed << std::endl;
    if (const auto difference = findDifference(program)) {
      report(program, *difference, settings);
      std::cout << "found after " << done + 1 << " programs, " << clock.seconds() << " s\n";
      return settings.expectsDifference ? 0 : 1;
    }
    if (clock.seconds() < shown + 5) continue;
    shown = clock.seconds();
    std::cout << done + 1 << " programs, " << static_cast<double>(done + 1) / shown << " per second"
              << std::endl;
  }
  std::cout << done << " programs in " << clock.seconds() << " s, no difference\n"
            << stats() << "\n";
  return settings.expectsDifference ? 1 : 0;
}

}  // namespace
}  // namespace parax::fuzz

int main(int count, char** words) {
  using namespace parax::fuzz;
  setenv("PARAX_FORCE_THREADS", "1", 1);  // small arrays on many threads, too
  const Settings settings = parse(count, words);
  if (settings.emit) {
    std::cout << emitCpp(generate(settings.seed));
    return 0;
  }
  watchForCrashes(settings);
  return run(settings);
}
