// The memory-bound rows with the result allocated inside the call, where page faults count.
#include "fresh_memory.h"
#include "kernels.h"
#include "pointwise.h"

namespace native {
namespace {

using Allocate = Fresh(std::int64_t);

// Streaming stores pay where the page is already mapped; a page that the system has just cleared
// lies in the cache, and there ordinary stores win. Both are listed for each allocation.
template <Allocate* allocate, bool streaming, class Operation>
Fresh run(const double* x, const double* y, std::int64_t n, int threads, Operation operation) {
  Fresh out = allocate(n);
  if constexpr (streaming) {
    constexpr Access access{.streaming = true, .prefetchBytes = 2048};
    mapVector<access>(x, y, out.get(), n, threads, operation);
  } else {
    mapPlain(x, y, out.get(), n, threads, operation);
  }
  return out;
}

template <Allocate* allocate, bool streaming>
Fresh axpby(double a, const double* x, double b, const double* y, std::int64_t n, int threads) {
  return run<allocate, streaming>(x, y, n, threads, AddScaled<double>{a, b});
}

template <Allocate* allocate, bool streaming>
Fresh ten(const double* x, const double* y, std::int64_t n, int threads) {
  return run<allocate, streaming>(x, y, n, threads, TenSteps{});
}

constexpr Variant<FreshAxpby> axpbyTable[] = {
    {"new, plain loop", axpby<allocateNew, false>},
    {"new, streaming", axpby<allocateNew, true>},
    {"huge pages, plain loop", axpby<allocateHuge, false>},
    {"huge pages, streaming", axpby<allocateHuge, true>},
    {"recycled, plain loop", axpby<allocateRecycled, false>},
    {"recycled, streaming", axpby<allocateRecycled, true>},
};

constexpr Variant<FreshTenOperations> tenTable[] = {
    {"new, plain loop", ten<allocateNew, false>},
    {"new, streaming", ten<allocateNew, true>},
    {"huge pages, plain loop", ten<allocateHuge, false>},
    {"huge pages, streaming", ten<allocateHuge, true>},
    {"recycled, plain loop", ten<allocateRecycled, false>},
    {"recycled, streaming", ten<allocateRecycled, true>},
};

}  // namespace

std::span<const Variant<FreshAxpby>> freshAxpbyVariants() { return axpbyTable; }

std::span<const Variant<FreshTenOperations>> freshTenVariants() { return tenTable; }

}  // namespace native
