// parax_gallery: runs every example compiled, in library mode and beside plain C++; checks and
// times.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <limits>
#include <stdexcept>

#include "gallery.h"

namespace {

using gallery::Example;
using gallery::Side;
using namespace std::chrono_literals;

constexpr const char* usage =
    "usage: parax_gallery [--quick] [--explain] [--list] [NAME...]\n"
    "  --quick    small sizes: checks, and times that mean little\n"
    "  --explain  writes NAME.html for each example: what the compiler made of it\n"
    "  --list     names the examples\n";

constexpr Example (*examples[])(gallery::Scale) = {
    gallery::quickstart,       gallery::blackScholes, gallery::normalise,  gallery::pi,
    gallery::maskedStatistics, gallery::broadcast,    gallery::mandelbrot, gallery::relaxation,
};

double milliseconds(const Side& side) {
  const auto start = std::chrono::steady_clock::now();
  side.run();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

bool agree(const std::vector<double>& a, const std::vector<double>& b,
           const gallery::Agreement& agreement) {
  if (a.size() != b.size()) return false;
  double mean = 0;
  for (const double number : b) mean += std::abs(number) / static_cast<double>(b.size());
  std::size_t different = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!(std::abs(a[k] - b[k]) <= agreement.tolerance * (std::abs(b[k]) + mean))) ++different;
  return static_cast<double>(different) <= agreement.mayDiffer * static_cast<double>(a.size());
}

struct Best {
  double compiled, library, handWritten;
};

// In turns, because other programs may be running; slow examples get fewer of them.
Best race(const Example& example, int rounds) {
  constexpr double never = std::numeric_limits<double>::infinity();
  Best best{never, never, never};
  const auto start = std::chrono::steady_clock::now();
  const auto inTime = [&] { return std::chrono::steady_clock::now() - start < 2s; };
  for (int round = 0; round < rounds && (round < 2 || inTime()); ++round) {
    best.compiled = std::min(best.compiled, milliseconds(example.compiled));
    best.handWritten = std::min(best.handWritten, milliseconds(example.handWritten));
    if (round < 3) best.library = std::min(best.library, milliseconds(example.library));
  }
  return best;
}

// One line of the table; false if a result is wrong.
bool show(const Example& example, int rounds) {
  const double first = milliseconds(example.compiled);
  example.library.run();
  example.handWritten.run();
  const std::vector<double> expected = example.handWritten.numbers();
  const bool ok = agree(example.compiled.numbers(), expected, example.agreement) &&
                  agree(example.library.numbers(), expected, example.agreement);
  const Best best = race(example, rounds);
  std::printf("%-18s %-6s", example.name.c_str(), ok ? "ok" : "WRONG");
  if (example.explanation().mode == "compile")
    std::printf(" %12.2f", best.compiled);
  else
    std::printf(" %12s", "no compiler");
  std::printf(" %10.2f %13.2f %12.2f   %s\n", best.library, best.handWritten, first,
              example.about.c_str());
  std::fflush(stdout);
  return ok;
}

int run(int argc, char** argv) {
  gallery::Scale scale;
  bool list = false, explain = false;
  std::vector<std::string> names;
  for (int k = 1; k < argc; ++k) {
    const std::string argument = argv[k];
    if (argument == "--quick")
      scale.divisor = 100;
    else if (argument == "--explain")
      explain = true;
    else if (argument == "--list")
      list = true;
    else if (argument.starts_with("-"))
      throw std::invalid_argument("unknown option " + argument);
    else
      names.push_back(argument);
  }
  if (!list)
    std::printf("%-18s %-6s %12s %10s %13s %12s\n", "milliseconds", "check", "compiled", "library",
                "hand-written", "first call");
  bool ok = true;
  std::size_t shown = 0;
  for (const auto make : examples) {
    const Example example = make(list ? gallery::Scale{1000} : scale);
    const bool wanted =
        names.empty() || std::find(names.begin(), names.end(), example.name) != names.end();
    if (!wanted) continue;
    ++shown;
    if (list)
      std::printf("%-18s %s\n", example.name.c_str(), example.about.c_str());
    else
      ok &= show(example, scale.divisor == 1 ? 7 : 2);
    if (explain && !list) example.explanation().writeHtml(example.name + ".html");
  }
  if (shown == 0) throw std::invalid_argument("no example has that name: try --list");
  if (!ok) std::fprintf(stderr, "parax_gallery: at least one result is wrong\n");
  return ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::invalid_argument& mistake) {
    std::cerr << "parax_gallery: " << mistake.what() << '\n' << usage;
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "parax_gallery: " << error.what() << '\n';
    return 1;
  }
}
