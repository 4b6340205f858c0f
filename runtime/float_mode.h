// Arithmetic as IEEE 754 says, to nearest and with denormals, whatever the thread is set to.
#pragma once

#include <xmmintrin.h>

namespace parax::runtime {

// For as long as it lives; reading the register costs a nanosecond, writing it is rare. Exceptions
// that the user unmasked stay so, and flags that are raised stay raised.
class StandardFloats {
 public:
  StandardFloats() noexcept : before_(_mm_getcsr()) {
    if (before_ & control) [[unlikely]]
      _mm_setcsr(before_ & ~control);
  }
  ~StandardFloats() {
    if (before_ & control) [[unlikely]]
      _mm_setcsr((_mm_getcsr() & ~control) | (before_ & control));
  }
  StandardFloats(const StandardFloats&) = delete;
  StandardFloats& operator=(const StandardFloats&) = delete;

 private:
  // Rounding and flushing results to zero; denormal operands taken as zero.
  static constexpr unsigned control = _MM_ROUND_MASK | _MM_FLUSH_ZERO_MASK | 0x0040u;
  unsigned before_;
};

}  // namespace parax::runtime
