// Compile times, measured in child processes: the first kernel of a process, and later ones with a
// cache of one program, so that the same kernels can be compiled again and again.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "programs.h"
#include "suite.h"

namespace bench {
namespace {

using parax::Array;

// ---- the child ----

struct Kernel {
  std::string name;
  std::function<parax::Explanation()> callOnce;  // of a new accelerated function
  int rounds;
};

parax::Explanation negate() {
  const auto g = parax::acc([](Array<double> x) { return -x; });
  g(Array<double>{1, 2, 3});
  return explain(g);
}

parax::Explanation small() {
  const auto g = parax::acc(&addSquare);
  g(Array<double>{1, 2, 3});
  return explain(g);
}

parax::Explanation options() {
  const auto g = parax::acc(&blackScholes<double>);
  const Array<double> x{1, 2, 3};
  g(x, x, x, x, x);
  return explain(g);
}

parax::Explanation chained(int operations) {
  const auto g = parax::acc([operations](Array<double> x, Array<double> y) {
    Array<double> t = x;
    for (int k = 0; k < operations; k += 4) {
      t = t * x;
      t = t + y;
      t = t / x;
      t = t - 0.25;
    }
    return t;
  });
  const Array<double> x{1, 2, 3};
  g(x, x + 1.0);
  return explain(g);
}

std::vector<Kernel> kernels(bool quick) {
  const int rounds = quick ? 2 : 15;
  std::vector<Kernel> all = {
      {"trivial", negate, rounds}, {"small", small, rounds}, {"black_scholes", options, rounds}};
  for (const int operations : {50, 200, 1000, 4000}) {
    if (quick && operations > 200) break;
    all.push_back({"chain_" + std::to_string(operations), [=] { return chained(operations); },
                   operations > 200 ? 3 : rounds});
  }
  return all;
}

// Where the time of a compilation went.
std::string phases(const parax::Explanation& explanation) {
  std::string text;
  double passes = 0;
  for (const parax::ProgramReport& program : explanation.programs)
    for (const parax::PhaseReport& phase : program.phases) {
      if (phase.microseconds < 0.04 * program.compileMicroseconds) {
        passes += phase.microseconds;
        continue;
      }
      char part[96];
      std::snprintf(part, sizeof part, "%s %.2f ", phase.name.c_str(), phase.microseconds / 1000);
      text += part;
    }
  char rest[32];
  std::snprintf(rest, sizeof rest, "rest %.2f ms", passes / 1000);
  return text + rest;
}

struct Timed {
  double ns = 1e300;
  std::string note;
};

void timeOnce(const Kernel& kernel, Timed& best) {
  const auto compilations = parax::stats().compilations;
  const auto start = std::chrono::steady_clock::now();
  const double cpuStart = threadNanoseconds();
  const parax::Explanation explanation = kernel.callOnce();
  const double cpu = threadNanoseconds() - cpuStart, ns = nanosecondsSince(start);
  if (parax::stats().compilations != compilations + 1)
    throw Failure("compile: " + kernel.name + " was not compiled exactly once");
  if (ns >= best.ns) return;
  char onCpu[48];
  std::snprintf(onCpu, sizeof onCpu, "on the CPU %.2f: ", cpu / 1e6);
  best = {ns, onCpu + phases(explanation)};
}

void print(const std::string& name, const Timed& timed) {
  std::cout << name << ' ' << timed.ns << ' ' << timed.note << std::endl;
}

// ---- the parent ----

std::string ownPath() {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) throw Failure("compile: cannot find my own program");
  path.resize(static_cast<std::size_t>(length));
  return path;
}

// The best time of each name that a child printed.
void runChild(const std::string& task, bool quick, std::map<std::string, Timed>& best) {
  const std::string command =
      "'" + ownPath() + "' --child " + task + (quick ? " --quick" : "") + " </dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw Failure("compile: cannot start a child process");
  char line[1024];
  bool any = false;
  while (std::fgets(line, sizeof line, pipe.get())) {
    std::istringstream words(line);
    std::string name;
    Timed timed;
    words >> name >> timed.ns;
    std::getline(words >> std::ws, timed.note);
    if (Timed& known = best[name]; timed.ns < known.ns) known = timed;
    any = true;
  }
  if (!any) throw Failure("compile: the child process '" + task + "' measured nothing");
}

void addRow(Suite& suite, const std::string& name, const std::map<std::string, Timed>& times,
            const std::string& kernel, const std::string& reference, Target target) {
  const auto found = times.find(kernel);
  if (found == times.end()) return;
  Result result{.name = name, .target = target};
  result.oursNs = found->second.ns;
  result.nativeNs = times.at(reference).ns;
  result.bestNative = "y = -x compiled";
  result.note = found->second.note;
  suite.add(result);
}

void firstKernels(Suite& suite, int) {
  std::map<std::string, Timed> times;
  const int children = suite.settings().quick ? 1 : 10;
  for (int k = 0; k < children; ++k)
    for (const char* kernel : {"trivial", "small", "black_scholes"})
      runChild(std::string("first:") + kernel, suite.settings().quick, times);
  addRow(suite, "compile_first_small", times, "small", "trivial", nanosecondsAtMost(15e6));
  addRow(suite, "compile_first_black_scholes", times, "black_scholes", "trivial",
         nanosecondsAtMost(16e6));
}

void laterKernels(Suite& suite, int) {
  std::map<std::string, Timed> times;
  const int children = suite.settings().quick ? 1 : 2;
  for (int k = 0; k < children; ++k) runChild("later", suite.settings().quick, times);
  addRow(suite, "compile_later_small", times, "small", "trivial", nanosecondsAtMost(5e6));
  addRow(suite, "compile_later_black_scholes", times, "black_scholes", "trivial",
         nanosecondsAtMost(7e6));
  for (const int operations : {50, 200, 1000, 4000}) {
    const std::string name = "chain_" + std::to_string(operations);
    addRow(suite, "compile_" + name, times, name, "trivial", {});
  }
}

}  // namespace

int runCompileChild(const std::string& task, bool quick) {
  setenv("PARAX_PROGRAMS", "1", 1);  // before Parax reads it
  const std::vector<Kernel> all = kernels(quick);
  std::vector<Timed> best(all.size());
  if (task == "later") {
    for (int round = 0; round < all.front().rounds; ++round)
      for (std::size_t k = 0; k < all.size(); ++k)
        if (round < all[k].rounds) timeOnce(all[k], best[k]);
    for (std::size_t k = 0; k < all.size(); ++k) print(all[k].name, best[k]);
    return 0;
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (task != "first:" + all[k].name) continue;
    timeOnce(all[k], best[k]);
    print(all[k].name, best[k]);
    return 0;
  }
  throw Failure("unknown task " + task);
}

std::vector<Entry> compileEntries() {
  return {{"compile_first", firstKernels, true}, {"compile_later", laterKernels, true}};
}

}  // namespace bench
