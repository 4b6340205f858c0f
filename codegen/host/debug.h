// Makes compiled loops known to gdb and perf.
#pragma once

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

// `object` is the ELF file that was linked; `addresses` say where `names`, functions of it, are now.
std::unique_ptr<DebugEntry> announce(const DebugSettings& settings, const std::string& object,
                                     const std::vector<std::string>& names,
                                     const std::vector<void*>& addresses);

}  // namespace parax::codegen::host
