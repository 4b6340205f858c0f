// parax_gallery: every example compiled, in library mode and beside plain C++, checked and timed.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <stdexcept>

#include "gallery.h"

namespace gallery {
namespace {

std::vector<Entry>& registered() {
  static std::vector<Entry> all;
  return all;
}

}  // namespace

Registration::Registration(Entry entry) {
  std::vector<Entry>& all = registered();
  const auto later = [&](const Entry& other) { return other.place > entry.place; };
  all.insert(std::find_if(all.begin(), all.end(), later), std::move(entry));
}

const std::vector<Entry>& entries() { return registered(); }

}  // namespace gallery

namespace {

using gallery::Entry;
using gallery::Example;
using gallery::Side;
using namespace std::chrono_literals;

constexpr const char* usage =
    "usage: parax_gallery [--quick] [--explain FOLDER] [--list] [NAME...]\n"
    "  --quick           small sizes: checks, and times that mean little\n"
    "  --explain FOLDER  writes FOLDER/NAME.html for each example: what the compiler made of it\n"
    "  --list            names the examples\n"
    "  --help            this text\n"
    "It ends with code 1 if a result is wrong.\n";

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

// One line of the table.
struct Row {
  bool ok;
  double speedup;  // 0: there is no compiler
};

Row show(const Entry& entry, const Example& example, int rounds) {
  const double first = milliseconds(example.compiled);
  example.library.run();
  example.handWritten.run();
  const std::vector<double> expected = example.handWritten.numbers();
  const bool ok = agree(example.compiled.numbers(), expected, example.agreement) &&
                  agree(example.library.numbers(), expected, example.agreement);
  const Best best = race(example, rounds);
  const bool compiles = example.explanation().mode == "compile";
  const double speedup = compiles ? best.handWritten / best.compiled : 0;
  std::printf("%-18s %-6s", entry.name.c_str(), ok ? "ok" : "WRONG");
  if (compiles)
    std::printf(" %12.2f %13.2f %7.1f x", best.compiled, best.handWritten, speedup);
  else
    std::printf(" %12s %13.2f %9s", "no compiler", best.handWritten, "-");
  std::printf(" %10.2f %11.2f   %s\n", best.library, first, entry.about.c_str());
  std::fflush(stdout);
  return {ok, speedup};
}

struct Arguments {
  gallery::Scale scale;
  bool list = false, help = false;
  std::string explainFolder;
  std::vector<std::string> names;
  bool wants(const std::string& name) const {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  }
};

Arguments parse(const std::vector<std::string>& words) {
  Arguments result;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == "--quick")
      result.scale.divisor = 100;
    else if (words[k] == "--explain" && k + 1 < words.size())
      result.explainFolder = words[++k];
    else if (words[k] == "--list")
      result.list = true;
    else if (words[k] == "--help" || words[k] == "-h")
      result.help = true;
    else if (words[k].starts_with("-"))
      throw std::invalid_argument("unknown option " + words[k]);
    else
      result.names.push_back(words[k]);
  }
  const std::vector<Entry>& all = gallery::entries();
  for (const std::string& name : result.names)
    if (std::none_of(all.begin(), all.end(), [&](const Entry& e) { return e.name == name; }))
      throw std::invalid_argument("no example has the name " + name + ": try --list");
  return result;
}

void printHead() {
  std::printf(
      "Times in milliseconds, best of several runs. compiled: a later call; hand-written: a plain\n"
      "OpenMP loop (-O3 -march=native); speed-up: hand-written / compiled; library: the same\n"
      "function without the compiler; first call: with recording, compiling and loading LLVM.\n\n");
  std::printf("%-18s %-6s %12s %13s %9s %10s %11s\n", "example", "check", "compiled",
              "hand-written", "speed-up", "library", "first call");
}

bool showAll(const Arguments& arguments) {
  bool ok = true;
  std::string notes;
  printHead();
  for (const Entry& entry : gallery::entries()) {
    if (!arguments.wants(entry.name)) continue;
    const Example example = entry.make(arguments.scale);
    const Row row = show(entry, example, arguments.scale.divisor == 1 ? 7 : 2);
    ok &= row.ok;
    if (row.speedup > 1.5 && !entry.note.empty())
      notes += "  " + entry.name + ": " + entry.note + "\n";
    if (!arguments.explainFolder.empty())
      example.explanation().writeHtml(arguments.explainFolder + "/" + entry.name + ".html");
  }
  if (!notes.empty()) std::printf("\nWhy the hand-written loop is slower:\n%s", notes.c_str());
  if (!ok) std::fprintf(stderr, "parax_gallery: at least one result is wrong\n");
  return ok;
}

int run(const Arguments& arguments) {
  if (arguments.help) {
    std::cout << usage;
    return 0;
  }
  if (!arguments.list) return showAll(arguments) ? 0 : 1;
  for (const Entry& entry : gallery::entries())
    if (arguments.wants(entry.name))
      std::printf("%-18s %s\n", entry.name.c_str(), entry.about.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse(std::vector<std::string>(argv + 1, argv + argc)));
  } catch (const std::invalid_argument& mistake) {
    std::cerr << "parax_gallery: " << mistake.what() << '\n' << usage;
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "parax_gallery: " << error.what() << '\n';
    return 1;
  }
}
