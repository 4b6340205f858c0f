// parax_bench: Parax beside hand-written C++, as a table and as JSON. README.md explains the rows.
#include <parax/parax.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <regex>

#include "suite.h"

namespace {

constexpr const char* usage =
    "usage: parax_bench [--filter REGEX] [--threads N] [--json FILE] [--list] [--repeat N] "
    "[--all] [--quick]\n"
    "  --filter REGEX  only entries whose names match\n"
    "  --threads N     only with N threads (otherwise with 1 and with 2)\n"
    "  --json FILE     also writes a list of objects\n"
    "  --list          names the entries and ends\n"
    "  --repeat N      rounds of each comparison (20)\n"
    "  --all           also the rows of single operations and types, which a filter picks, too\n"
    "  --quick         tiny sizes, two rounds: all rows; shows that it runs, measures nothing\n";

struct Arguments {
  bench::Settings settings;
  std::string filter, json, child;
  bool list = false, all = false, help = false;
};

int positive(const std::string& option, const std::string& text) {
  std::size_t used = 0;
  int value = 0;
  try {
    value = std::stoi(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size() || value < 1)
    throw std::invalid_argument(option + " needs a number above zero, not '" + text + "'");
  return value;
}

Arguments parse(int argc, char** argv) {
  Arguments result;
  int repeat = 0;
  for (int k = 1; k < argc; ++k) {
    const std::string option = argv[k];
    const auto value = [&]() -> std::string {
      if (k + 1 >= argc) throw std::invalid_argument(option + " needs a value");
      return argv[++k];
    };
    if (option == "--filter")
      result.filter = value();
    else if (option == "--threads")
      result.settings.threads = {positive(option, value())};
    else if (option == "--json")
      result.json = value();
    else if (option == "--repeat")
      repeat = positive(option, value());
    else if (option == "--child")
      result.child = value();
    else if (option == "--list")
      result.list = true;
    else if (option == "--all")
      result.all = true;
    else if (option == "--quick")
      result.settings.quick = true;
    else if (option == "--help" || option == "-h")
      result.help = true;
    else
      throw std::invalid_argument("unknown argument " + option);
  }
  if (result.settings.quick) result.settings.rounds = 2;
  if (repeat > 0) result.settings.rounds = repeat;
  return result;
}

std::vector<bench::Entry> allEntries() {
  std::vector<bench::Entry> all;
  for (auto list : {bench::blackScholesEntries, bench::memoryEntries, bench::tenEntries,
                    bench::functionEntries, bench::complexEntries, bench::callEntries,
                    bench::compileEntries, bench::floatOperationEntries,
                    bench::integerOperationEntries, bench::castEntries, bench::reductionEntries})
    for (bench::Entry& entry : list()) all.push_back(std::move(entry));
  return all;
}

bool wanted(const bench::Entry& entry, const Arguments& arguments, const std::regex& filter) {
  if (!std::regex_search(entry.name, filter)) return false;
  return !entry.breadth || arguments.all || arguments.list || arguments.settings.quick ||
         !arguments.filter.empty();
}

bool compiles() {
  return explain(parax::acc([](parax::Array<double> x) { return -x; })).mode == "compile";
}

int run(const Arguments& arguments) {
  if (!arguments.child.empty())
    return bench::runCompileChild(arguments.child, arguments.settings.quick);
  if (!compiles())
    throw bench::Failure("this build has no compiler, or PARAX_MODE says not to use it");
  const std::regex filter(arguments.filter);
  bench::Suite suite(arguments.settings);
  std::ofstream json;
  if (!arguments.json.empty()) {
    json.open(arguments.json);
    if (!json) throw bench::Failure("cannot write " + arguments.json);
  }
  for (const bench::Entry& entry : allEntries()) {
    if (!wanted(entry, arguments, filter)) continue;
    if (arguments.list) {
      std::cout << entry.name << '\n';
      continue;
    }
    for (const int threads : arguments.settings.threads) {
      entry.run(suite, threads);
      if (entry.serial) break;
    }
  }
  if (arguments.list) return 0;
  bench::printMissed(std::cout, suite.results());
  if (json.is_open()) bench::writeJson(json, suite.results(), bench::machine());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // For both sides alike, and before the OpenMP library looks: unbound threads can share a core.
  setenv("OMP_PROC_BIND", "close", 0);
  setenv("OMP_PLACES", "cores", 0);
  try {
    const Arguments arguments = parse(argc, argv);
    if (arguments.help) {
      std::cout << usage;
      return 0;
    }
    return run(arguments);
  } catch (const std::invalid_argument& mistake) {
    std::cerr << "parax_bench: " << mistake.what() << '\n' << usage;
    return 2;
  } catch (const std::exception& failure) {
    std::cerr << "parax_bench: " << failure.what() << '\n';
    return 1;
  }
}
