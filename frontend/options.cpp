// Defaults from the environment, and the counters in users' terms.
#include "parax/options.h"

#include <cstdlib>
#include <ostream>
#include <string>

#include "parax/core/error.h"
#include "runtime/counters.h"

namespace parax {
namespace {

bool flag(const char* variable, bool otherwise) {
  const char* text = std::getenv(variable);
  if (!text || !*text) return otherwise;
  const std::string value = text;
  if (value == "1" || value == "on") return true;
  if (value == "0" || value == "off") return false;
  throw ArgumentError(std::string(variable) + " is '" + value + "': use 0 or 1", SourceLocation{});
}

}  // namespace

Mode Options::defaultMode() {
  const char* text = std::getenv("PARAX_MODE");
  const std::string value = text ? text : "";
  if (value.empty() || value == "compile") return Mode::compile;
  if (value == "interpret") return Mode::interpret;
  if (value == "library") return Mode::library;
  throw ArgumentError("PARAX_MODE is '" + value + "': use compile, interpret or library",
                      SourceLocation{});
}

bool Options::defaultFma() { return flag("PARAX_FMA", true); }
bool Options::defaultChecked() { return flag("PARAX_CHECKED", false); }

Stats stats() {
  const runtime::Counts counts = runtime::countsNow();
  const auto n = [](std::int64_t count) { return static_cast<std::uint64_t>(count); };
  return {.recordings = n(counts.recordings),
          .replays = n(counts.replays),
          .recordedOps = n(counts.recordedOps),
          .compilations = n(counts.compilations),
          .cacheHits = n(counts.cacheHits),
          .loops = n(counts.loopsRun),
          .allocations = n(counts.allocations),
          .allocatedBytes = n(counts.allocatedBytes),
          .libraryOps = n(counts.libraryOps),
          .kernelsLive = n(counts.kernelsLive)};
}

std::ostream& operator<<(std::ostream& out, const Stats& s) {
  return out << "recordings " << s.recordings << ", replays " << s.replays
             << ", operations recorded " << s.recordedOps << ", compilations " << s.compilations
             << ", cache hits " << s.cacheHits << ", loops run " << s.loops << ", allocations "
             << s.allocations << " (" << s.allocatedBytes << " bytes), library operations "
             << s.libraryOps << ", programs in memory " << s.kernelsLive;
}

}  // namespace parax
