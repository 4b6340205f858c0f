// Which sanitizer this build has: with asan no memory is reused, so that it sees every error.
#pragma once

#if defined(__has_feature)
#define PARAX_HAS_FEATURE(name) __has_feature(name)
#else
#define PARAX_HAS_FEATURE(name) 0
#endif

namespace parax::runtime {

#if defined(__SANITIZE_ADDRESS__) || PARAX_HAS_FEATURE(address_sanitizer)
constexpr bool addressSanitizer = true;
#else
constexpr bool addressSanitizer = false;
#endif

}  // namespace parax::runtime
