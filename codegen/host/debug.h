// Makes compiled loops known to gdb and perf.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace parax::codegen::host {

struct DebugSettings {
  bool debugger = false;  // PARAX_DEBUGGER=1: names and unwinding in gdb
  bool perf = false;      // PARAX_PERF=1: names in perf report, through /tmp/perf-<pid>.map
  bool any() const { return debugger || perf; }
};
DebugSettings debugSettings();

// Withdraws the object from the debugger when destroyed.
class DebugEntry {
 public:
  virtual ~DebugEntry() = default;
};

using SectionAddresses = std::map<std::string, std::uint64_t>;

// `object` is the ELF file that was linked, `names` are the functions in it that perf should know.
std::unique_ptr<DebugEntry> announce(const DebugSettings& settings, const std::string& object,
                                     const std::vector<std::string>& names,
                                     const SectionAddresses& sections);

}  // namespace parax::codegen::host
