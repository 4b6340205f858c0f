// The ways in which every case runs. A new backend or mode joins with one row of modes.cpp.
#pragma once

#include <parax/parax.h>

#include <span>

namespace parax::conformance {

struct Way {
  const char* name;
  Options options;
  bool onlyWhereFmasForm = false;  // says nothing new about programs without multiply-adds
  bool everySize = true;           // false: only a few of the sizes, it is slow
};

// The first row with fma and the first without are what the others are compared with.
std::span<const Way> ways();
bool isReference(const Way& way);

// Sanitizers are slow: fewer sizes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

}  // namespace parax::conformance
