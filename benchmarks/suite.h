// What all rows share: settings, the collected results, and the machine's measured bandwidth.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "measure.h"
#include "report.h"

namespace bench {

struct Settings {
  std::vector<int> threads = {1, 2};
  int rounds = 20;
  bool quick = false;
};

// A result that is wrong, or a compilation that should not have happened: fails the program.
struct Failure : std::runtime_error {
  using runtime_error::runtime_error;
};

class Suite {
 public:
  explicit Suite(const Settings& settings) : settings_(settings) {}

  const Settings& settings() const { return settings_; }
  const std::vector<Result>& results() const { return results_; }
  std::size_t large() const { return settings_.quick ? 100'000 : 10'000'000; }

  // Of rows that only differ in operation and type: as many as fill no cache, but not more.
  std::size_t breadth(std::size_t bytesPerElement) const {
    return settings_.quick ? 10'000 : (std::size_t(96) << 20) / bytesPerElement;
  }

  // Times ours against the natives; the result's names, sizes and target are filled in already.
  void compare(Result result, std::function<void()> ours, std::vector<Contestant> natives);
  // The same with the target and the bandwidth of a row of breadth() elements on one thread.
  void compareBreadth(Result result, std::function<void()> ours, std::vector<Contestant> natives);
  // Adds a row from times that are known already, ours first; `counts` says which natives compete.
  void addFromTimes(Result result, const std::vector<double>& times,
                    const std::vector<Contestant>& contestants,
                    const std::function<bool(const std::string&)>& counts);
  void add(const Result& result);

  // GB/s of a * x + b * y over large arrays with the best native variant, measured once.
  double bandwidth(int threads);

 private:
  Settings settings_;
  std::vector<Result> results_;
  std::map<int, double> bandwidth_;
};

// Rows of a call that allocates its result, `name` against the best native and `name`_vs_new
// against the natives that use plain new. The contestants' first is ours; 24 bytes per element.
void addFreshRows(Suite& suite, const std::string& name, int threads, std::size_t n,
                  const std::vector<Contestant>& contestants);

// One entry of the benchmark's list; `run` may add several rows that begin with its name.
struct Entry {
  std::string name;
  std::function<void(Suite&, int threads)> run;
  bool serial = false;   // threads play no part: run once
  bool breadth = false;  // one of hundreds: not run unless asked for, or quickly
};

std::vector<Entry> blackScholesEntries();
std::vector<Entry> memoryEntries();
std::vector<Entry> tenEntries();
std::vector<Entry> functionEntries();
std::vector<Entry> complexEntries();
std::vector<Entry> floatOperationEntries();
std::vector<Entry> integerOperationEntries();
std::vector<Entry> castEntries();
std::vector<Entry> reductionEntries();
std::vector<Entry> callEntries();
std::vector<Entry> compileEntries();

// The hidden side of compileEntries: what a child process does. Prints "name ns note" lines.
int runCompileChild(const std::string& task, bool quick);

}  // namespace bench
