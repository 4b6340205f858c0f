// Where a fresh result's memory comes from.
#pragma once

#include "kernels.h"

namespace native {

// new double[n], uninitialised: what ordinary C++ does.
Fresh allocateNew(std::int64_t n);

// Asks the system for huge pages, which take one page fault where small ones take 512.
Fresh allocateHuge(std::int64_t n);

// Huge pages, kept by the calling thread when freed and handed out again: no faults at all.
Fresh allocateRecycled(std::int64_t n);

}  // namespace native
