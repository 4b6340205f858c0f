// Messages to stderr, one line each: PARAX_LOG=error|warning|info|debug (default: warning).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace parax::runtime {

enum class LogLevel : std::uint8_t { error, warning, info, debug };

bool logs(LogLevel level) noexcept;  // whether messages of this level are written

// Writes "parax: warning: ..." in one piece; line breaks become " | ".
void writeLog(LogLevel level, std::string_view message);

// `message` is a text or a callable that makes one; the callable runs only if the level is on:
//   log(LogLevel::debug, [&] { return "compiled " + name; });
template <class Message>
void log(LogLevel level, const Message& message) {
  if (!logs(level)) return;
  if constexpr (std::is_invocable_v<const Message&>)
    writeLog(level, message());
  else
    writeLog(level, message);
}

// A warning that a process writes once per key; true if this call was the one.
bool warnOnce(std::string_view key, std::string_view message);

}  // namespace parax::runtime
