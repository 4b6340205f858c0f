// Reads the CPU's name, and asks explain for lanes and reasons.
#include "machine.h"

#include <fstream>

namespace bench {
namespace {

std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown CPU";
}

int vectorBits() {
  const auto negate = parax::acc([](parax::Array<double> x) { return -x; });
  negate(parax::zeros<double>(64));
  return 64 * explain(negate).programs.at(0).loops.at(0).vectorLanes;
}

}  // namespace

const Machine& machine() {
  static const Machine known{cpuName(), vectorBits()};
  return known;
}

std::string notVectorised(const parax::Explanation& explanation) {
  std::string note;
  const auto add = [&](const std::string& text) { note += (note.empty() ? "" : "; ") + text; };
  for (const parax::ProgramReport& program : explanation.programs)
    for (const parax::LoopReport& loop : program.loops) {
      if (loop.points.value <= 1) continue;  // a single number needs no vector
      if (loop.vectorLanes <= 1) add("scalar: " + loop.scalarReason);
      for (const std::string& operation : loop.oneByOne) add("one by one: " + operation);
    }
  return note;
}

}  // namespace bench
