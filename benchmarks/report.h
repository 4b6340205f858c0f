// What was measured, as a table for people and as JSON for programs.
#pragma once

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "machine.h"

namespace bench {

// What a row should reach; reported, never enforced.
struct Target {
  enum class Kind { none, ratioAtLeast, nanosecondsAtMost, excessAtMost } kind = Kind::none;
  double value = 0;
};
inline Target ratioAtLeast(double value) { return {Target::Kind::ratioAtLeast, value}; }
inline Target nanosecondsAtMost(double value) { return {Target::Kind::nanosecondsAtMost, value}; }
// Above the native time.
inline Target excessAtMost(double value) { return {Target::Kind::excessAtMost, value}; }

struct Result {
  std::string name;
  int threads = 1;
  double oursNs = 0, nativeNs = 0;                      // per run
  std::string bestNative;                               // the variant that nativeNs belongs to
  std::vector<std::pair<std::string, double>> natives;  // every variant's time
  double elements = 0;
  double bytesPerElement = 0;  // that have to move to and from memory; 0: not that kind of row
  double bandwidth = 0;        // GB/s of the triad in this run; 0: the arrays stay in a cache
  Target target;
  double scalarNs = 0;      // of the variant that calls scalar libm; 0: there is none
  double scalarTarget = 0;  // how many times as fast as that it should be; 0: no matter
  std::string note;
  double load =
      0;  // runnable processes of the last minute: beyond the number of CPUs, distrust threads

  double ratio() const { return nativeNs / oursNs; }
  double gigabytesPerSecond() const { return bytesPerElement * elements / oursNs; }
  double scalarFactor() const { return scalarNs / oursNs; }
  double share() const { return bandwidth > 0 ? gigabytesPerSecond() / bandwidth : 0; }
  bool hasTarget() const { return target.kind != Target::Kind::none || scalarTarget > 0; }
  bool meetsTarget() const;  // or both, if there are two
};

void printHead(std::ostream& out, const Machine& machine);
void printRow(std::ostream& out, const Result& result);
void printMissed(std::ostream& out, const std::vector<Result>& results);
void writeJson(std::ostream& out, const std::vector<Result>& results, const Machine& machine);

}  // namespace bench
