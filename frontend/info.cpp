// Collects the lines of info().
#include "parax/info.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "ir/vector_math.h"
#include "parax/core/error.h"
#include "parax/options.h"
#include "runtime/backend_loader.h"
#include "runtime/cpu_limit.h"
#include "runtime/openmp_libraries.h"
#include "runtime/parallel_for.h"

namespace parax {
namespace {

std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      return line.substr(std::min(line.find(": ") + 2, line.size()));
  return "unknown";
}

std::string cpus() {
  std::string text = std::to_string(runtime::affinityCpus()) + " of " +
                     std::to_string(sysconf(_SC_NPROCESSORS_ONLN)) + " usable";
  if (const int quota = runtime::cgroupCpus()) text += ", quota " + std::to_string(quota);
  return text;
}

std::string codeGenerator() {
  const runtime::LoadedBackend& loaded = runtime::loadBackend();
  return loaded.backend ? loaded.backend->description() : "none: " + loaded.whyNot;
}

std::string mode() {
  switch (Options::defaultMode()) {
    case Mode::compile: return runtime::loadBackend().backend ? "compile" : "library";
    case Mode::interpret: return "interpret";
    case Mode::library: break;
  }
  return "library";
}

// Those of the environment that Parax or OpenMP read; empty is not set.
std::string variables() {
  std::vector<std::string> set;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string text = *entry;
    if (text.ends_with("=")) continue;
    for (const char* family : {"PARAX_", "OMP_", "KMP_", "GOMP_"})
      if (text.starts_with(family)) set.push_back(text);
  }
  std::sort(set.begin(), set.end());
  std::string all;
  for (const std::string& one : set) all += (all.empty() ? "" : ", ") + one;
  return all.empty() ? "none" : all;
}

// What a wrong variable makes impossible to tell is told instead.
std::string told(std::string (*question)()) {
  try {
    return question();
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

std::string info() {
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    text.append(name).append(": ").append(value).append("\n");
  };
  line("version", PARAX_INFO_VERSION);
  line("library", runtime::fileOf(reinterpret_cast<const void*>(&cpuName)));
  line("CPU", cpuName());
  line("CPUs", cpus());
  line("vectors", std::to_string(8 * ir::vectorBytes()) + " bits");
  line("code generator", told(codeGenerator));
  line("mode", told(mode));
  line("OpenMP", runtime::openMpDescription());
  line("threads", std::to_string(runtime::defaultThreads()));
  line("variables", variables());
  return text;
}

}  // namespace parax
