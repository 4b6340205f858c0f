// Log level, line writing and the set of warnings already given.
#include "runtime/log.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unordered_set>

namespace parax::runtime {
namespace {

constexpr std::string_view levelNames[] = {"error", "warning", "info", "debug"};

int levelFromEnvironment() {
  const char* const text = std::getenv("PARAX_LOG");
  if (!text || !*text) return static_cast<int>(LogLevel::warning);
  for (int k = 0; k < 4; ++k)
    if (levelNames[k] == text) return k;
  writeLog(LogLevel::warning, std::string("PARAX_LOG=") + text +
                                  " is none of error, warning, info, debug; taking warning");
  return static_cast<int>(LogLevel::warning);
}

int level() noexcept {
  static const int fromEnvironment = levelFromEnvironment();
  return fromEnvironment;
}

// Never destroyed: threads may warn while the process exits.
struct Given {
  std::mutex mutex;
  std::unordered_set<std::string> keys;
};
constexpr std::size_t maxKeys = 4096;  // keys can hold user's names: memory stays bounded

}  // namespace

bool logs(LogLevel wanted) noexcept { return static_cast<int>(wanted) <= level(); }

void writeLog(LogLevel messageLevel, std::string_view message) {
  std::string line = "parax: ";
  line.append(levelNames[static_cast<int>(messageLevel)]).append(": ");
  for (const char c : message) {
    if (c == '\n')
      line.append(" | ");
    else
      line.push_back(c);
  }
  line.push_back('\n');
  std::fwrite(line.data(), 1, line.size(), stderr);  // stdio's lock keeps the line whole
}

bool warnOnce(std::string_view key, std::string_view message) {
  static Given* const given = new Given;
  {
    const std::lock_guard lock(given->mutex);
    if (given->keys.size() >= maxKeys || !given->keys.emplace(key).second) return false;
  }
  log(LogLevel::warning, message);
  return true;
}

}  // namespace parax::runtime
