// Amounts and places, as the reports write them.
#include "frontend/explain/amounts.h"

#include <iterator>

#include "frontend/explain/markup.h"

namespace parax::detail {
namespace {

// Three digits and a unit.
std::string scaled(double value, const char* const (&units)[5]) {
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < std::size(units)) value /= 1000, ++unit;
  return number(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + " " + units[unit];
}

constexpr std::int64_t shortest = 10000;  // below it numbers are written out

}  // namespace

std::string fileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string counted(std::int64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string bytesText(std::int64_t bytes) {
  if (bytes < shortest) return counted(bytes, "byte");
  return scaled(static_cast<double>(bytes), {"bytes", "kB", "MB", "GB", "TB"});
}

std::string countText(std::int64_t count) {
  if (count < shortest) return std::to_string(count);
  return scaled(static_cast<double>(count), {"", "k", "M", "G", "T"});
}

std::string flopsText(const LoopReport& loop) {
  return countText(loop.flops.value) + (loop.flops.value == 1 ? " flop" : " flops");
}

std::string milliseconds(double microseconds) { return number(microseconds / 1000, 2); }

std::string durationText(double microseconds) {
  if (microseconds < 1000) return number(microseconds) + " us";
  return milliseconds(microseconds) + " ms";
}

std::string placeText(const OperationReport& operation) {
  return operation.file + ":" + std::to_string(operation.line);
}

std::string amountText(const AmountReport& amount, std::string (*text)(std::int64_t)) {
  const std::string value = text(amount.value);
  const bool plain = amount.formula == std::to_string(amount.value);
  return plain ? value : amount.formula + " = " + value;
}

std::string spaceText(const LoopReport& loop) {
  return loop.space == "[]" ? "runs once" : "over " + loop.space;
}

std::string vectorText(const LoopReport& loop) {
  if (loop.vectorLanes == 0) return "interpreted";
  if (loop.vectorLanes == 1) return "scalar";
  std::string text = std::to_string(loop.vectorLanes) + " lanes";
  if (loop.unroll > 1) text += ", unrolled " + std::to_string(loop.unroll) + "x";
  for (const std::string& operation : loop.oneByOne)
    text += (&operation == &loop.oneByOne.front() ? ", but " : ", ") + operation;
  return loop.oneByOne.empty() ? text : text + " one by one";
}

std::string threadText(const LoopReport& loop) {
  std::string text = counted(loop.threads, "thread");
  if (!loop.serialReason.empty()) text += ": " + loop.serialReason;
  return text;
}

std::string timeText(const LoopReport& loop) {
  if (loop.timedRuns == 0) return "";
  const std::string text = durationText(loop.microseconds);
  const double rate = static_cast<double>(loop.bytes.value) / loop.microseconds / 1000;
  return loop.bytes.value ? text + ", " + number(rate) + " GB/s" : text;
}

std::string noLoopsText(const ProgramReport& program) {
  if (program.operations.empty()) return "no loop: no array operation was recorded";
  if (program.results == 0) return "no loop: the results are not used";
  return "no loop: the results are arguments";
}

}  // namespace parax::detail
