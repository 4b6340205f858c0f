// Bugs on purpose, to see whether the fuzzer finds them (tests/fuzz). In normal builds planted() is
// the constant false and nothing remains of them; built with PARAX_PLANTED_BUGS, the environment
// variable PARAX_PLANT names the one that is there.
#pragma once

#ifdef PARAX_PLANTED_BUGS
#include <cstdlib>
#include <string_view>
#endif

namespace parax::ir {

// One row per bug: enumerator, its name in PARAX_PLANT.
// tests/fuzz/CMakeLists.txt lists the names, too.
#define PARAX_BUGS(ROW)                                                                          \
  ROW(fusionBarrier, "fusion-barrier")  /* a reduction's result is used in its own loop */       \
  ROW(wrongTail, "wrong-tail")          /* for some sizes the last element is left out */        \
  ROW(equalGuard, "equal-guard")        /* replay does not check that extents are equal */       \
  ROW(oneGuard, "one-guard")            /* replay does not check that an extent is 1 */          \
  ROW(fmaWhenOff, "fma-when-off")       /* multiply-adds are fused although that is off */       \
  ROW(commutedSub, "commuted-sub")      /* a - b is taken for b - a */                           \
  ROW(sharedInPlace, "shared-in-place") /* an array that others see is changed in place */       \
  ROW(lostDonation, "lost-donation")    /* a result takes the memory of an array in use */       \
  ROW(partialOrder, "partial-order")    /* partial sums are combined in another order */         \
  ROW(broadcastAxis, "broadcast-axis")  /* arrays of smaller rank repeat along the wrong axis */ \
  ROW(numberSlot, "number-slot")        /* replay uses a number of the recorded call */          \
  ROW(lastError, "last-error")          /* the last error is told, not the first */              \
  ROW(sharedBlock, "shared-block")      /* two temporaries in one block at the same time */      \
  ROW(wildCast, "wild-cast")            /* float to integer does not saturate */                 \
  ROW(minMaxNan, "min-max-nan")         /* min and max lose NaN */                               \
  ROW(addZero, "add-zero")              /* x + 0 is taken for x, though -0 + 0 is 0 */           \
  ROW(wrongField, "wrong-field")        /* a repeated complex number has its real part twice */

enum class Bug {
#define ROW(name, text) name,
  PARAX_BUGS(ROW)
#undef ROW
};

#ifdef PARAX_PLANTED_BUGS
inline namespace with_bugs {
inline bool planted(Bug bug) {
  static const int chosen = [] {
    constexpr std::string_view names[] = {
#define ROW(name, text) text,
        PARAX_BUGS(ROW)
#undef ROW
    };
    const char* wanted = std::getenv("PARAX_PLANT");
    int index = 0;
    for (std::string_view name : names) {
      if (wanted && name == wanted) return index;
      ++index;
    }
    return -1;
  }();
  return static_cast<int>(bug) == chosen;
}
}  // namespace with_bugs
#else
constexpr bool planted(Bug) { return false; }
#endif

}  // namespace parax::ir
