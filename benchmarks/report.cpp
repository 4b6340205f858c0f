// The table and the JSON list.
#include "report.h"

#include <cmath>
#include <cstdio>
#include <ostream>

namespace bench {
namespace {

template <class... Args>
std::string format(const char* pattern, Args... args) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

std::string time(double ns) {
  if (ns < 1e4) return format("%.1f ns", ns);
  if (ns < 1e6) return format("%.1f us", ns / 1e3);
  return format("%.2f ms", ns / 1e6);
}

bool meetsMain(const Result& result) {
  const Target& target = result.target;
  switch (target.kind) {
    case Target::Kind::none: return true;
    case Target::Kind::ratioAtLeast: return result.ratio() >= target.value;
    case Target::Kind::nanosecondsAtMost: return result.oursNs <= target.value;
    case Target::Kind::excessAtMost: return result.oursNs - result.nativeNs <= target.value;
  }
  return true;
}

bool meetsScalar(const Result& result) {
  return result.scalarTarget == 0 || result.scalarFactor() >= result.scalarTarget;
}

std::string mainTargetText(const Result& result) {
  const Target& target = result.target;
  const char* verdict = meetsMain(result) ? "ok" : "MISSED";
  switch (target.kind) {
    case Target::Kind::none: return "";
    case Target::Kind::ratioAtLeast: return format(">= %.2f %s", target.value, verdict);
    case Target::Kind::nanosecondsAtMost:
      return format("<= %s %s", time(target.value).c_str(), verdict);
    case Target::Kind::excessAtMost:
      return format("<= +%s %s", time(target.value).c_str(), verdict);
  }
  return "";
}

std::string targetText(const Result& result) {
  std::string text = mainTargetText(result);
  if (result.scalarTarget > 0)
    text +=
        format(", >= %.0fx libm %s", result.scalarTarget, meetsScalar(result) ? "ok" : "MISSED");
  return text;
}

std::string noteText(const Result& result) {
  std::string text = result.scalarNs > 0 ? format("%.1fx libm", result.scalarFactor()) : "";
  if (!text.empty() && !result.note.empty()) text += "; ";
  return text + result.note;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + '"';
}

std::string number(double value) { return std::isfinite(value) ? format("%.6g", value) : "null"; }

}  // namespace

bool Result::meetsTarget() const { return meetsMain(*this) && meetsScalar(*this); }

void printHead(std::ostream& out, const Machine& machine) {
  out << machine.cpu << ", vectors of " << machine.vectorBits << " bits\n";
  out << format("%-34s %3s %11s %11s %6s %7s %6s %5s  %-27s %s\n", "row", "thr", "ours", "native",
                "ratio", "GB/s", "share", "load", "target", "best native; note");
}

void printRow(std::ostream& out, const Result& result) {
  const std::string rate =
      result.bytesPerElement > 0 ? format("%.1f", result.gigabytesPerSecond()) : "";
  const std::string share = result.bandwidth > 0 ? format("%.0f%%", 100 * result.share()) : "";
  const std::string note = noteText(result);
  out << format("%-34s %3d %11s %11s %6.2f %7s %6s %5.1f  %-27s ", result.name.c_str(),
                result.threads, time(result.oursNs).c_str(), time(result.nativeNs).c_str(),
                result.ratio(), rate.c_str(), share.c_str(), result.load,
                targetText(result).c_str())
      << result.bestNative << (note.empty() ? "" : "; ") << note << std::endl;
}

void printMissed(std::ostream& out, const std::vector<Result>& results) {
  int targets = 0, missed = 0;
  for (const Result& result : results) {
    if (!result.hasTarget()) continue;
    ++targets;
    if (!result.meetsTarget()) ++missed;
  }
  out << results.size() << " rows, " << targets << " with a target, " << missed << " missed it\n";
}

void writeJson(std::ostream& out, const std::vector<Result>& results, const Machine& machine) {
  out << "[";
  for (const Result& r : results) {
    out << (&r == results.data() ? "\n" : ",\n") << "  {\"name\": " << quoted(r.name)
        << ", \"threads\": " << r.threads << ", \"ours_ns\": " << number(r.oursNs)
        << ", \"native_ns\": " << number(r.nativeNs) << ", \"ratio\": " << number(r.ratio())
        << ", \"best_native\": " << quoted(r.bestNative) << ", \"elements\": " << number(r.elements)
        << ", \"bytes_per_element\": " << number(r.bytesPerElement)
        << ", \"gb_per_s\": " << number(r.gigabytesPerSecond())
        << ", \"bandwidth_gb_per_s\": " << number(r.bandwidth)
        << ", \"bandwidth_share\": " << number(r.share())
        << ", \"target\": " << quoted(targetText(r))
        << ", \"meets_target\": " << (r.meetsTarget() ? "true" : "false")
        << ", \"load\": " << number(r.load) << ", \"note\": " << quoted(noteText(r))
        << ", \"libm_factor\": " << (r.scalarNs > 0 ? number(r.scalarFactor()) : "null")
        << ", \"cpu\": " << quoted(machine.cpu) << ", \"vector_bits\": " << machine.vectorBits
        << ", \"natives_ns\": {";
    for (const auto& [variant, ns] : r.natives)
      out << (&variant == &r.natives[0].first ? "" : ", ") << quoted(variant) << ": " << number(ns);
    out << "}}";
  }
  out << "\n]\n";
}

}  // namespace bench
