// Ten elementwise operations: fused into one loop, and as ten loops the way they are written down.
#include <utility>

#include "fresh_memory.h"
#include "kernels.h"
#include "pointwise.h"

namespace native {
namespace {

void plain(const double* x, const double* y, double* out, std::int64_t n, int threads) {
  mapPlain(x, y, out, n, threads, TenSteps{});
}

template <Access access>
void vector(const double* x, const double* y, double* out, std::int64_t n, int threads) {
  mapVector<access>(x, y, out, n, threads, TenSteps{});
}

// The ten statements. step(from, with, to, operation) runs one loop; next() names the array that
// takes the next value of t, so that the caller decides between one array and ten.
template <class Step, class Next>
void runStatements(const double* x, const double* y, double* out, const Step& step,
                   const Next& next) {
  double* t = next();
  const auto update = [&](const double* with, auto operation) {
    double* to = next();
    step(t, with, to, operation);
    t = to;
  };
  step(x, y, t, [](auto a, auto b) { return a + b; });
  update(x, [](auto a, auto b) { return a * b; });
  update(y, [](auto a, auto b) { return a - b; });
  update(x, [](auto a, auto) { return a * 0.5; });
  update(x, [](auto a, auto b) { return a + b; });
  update(y, [](auto a, auto b) { return a * b; });
  update(x, [](auto a, auto) { return a - 0.25; });
  update(x, [](auto a, auto b) { return a * b; });
  update(x, [](auto a, auto) { return a + 1.5; });
  step(t, y, out, [](auto a, auto b) { return a * b; });
}

void statementsInPlace(const double* x, const double* y, double* out, double* scratch,
                       std::int64_t n, int threads) {
  const auto step = [=](const double* from, const double* with, double* to, auto operation) {
    mapPlain(from, with, to, n, threads, operation);
  };
  runStatements(x, y, out, step, [=] { return scratch; });
}

// The statements inside one parallel region: a thread needs only what it wrote itself.
void statementsOneRegion(const double* x, const double* y, double* out, double* scratch,
                         std::int64_t n, int threads) {
  forChunks(n, threads, mapSerialBelow<double>, [=](std::int64_t begin, std::int64_t end) {
    const auto step = [=](const double* from, const double* with, double* to, auto operation) {
#pragma omp simd
      for (std::int64_t i = begin; i < end; ++i) to[i] = operation(from[i], with[i]);
    };
    runStatements(x, y, out, step, [=] { return scratch; });
  });
}

// Every statement's result is a new array; the one before it is freed as soon as it has been read.
template <Fresh (*allocate)(std::int64_t), bool streaming>
void statementsAllocating(const double* x, const double* y, double* out, std::int64_t n,
                          int threads) {
  Fresh current, previous;
  const auto next = [&] {
    previous = std::exchange(current, allocate(n));
    return current.get();
  };
  const auto step = [&](const double* from, const double* with, double* to, auto operation) {
    if constexpr (streaming) {
      mapVector<Access{.streaming = true}>(from, with, to, n, threads, operation);
    } else {
      mapPlain(from, with, to, n, threads, operation);
    }
    previous.reset();
  };
  runStatements(x, y, out, step, next);
}

constexpr Variant<TenOperations> fused[] = {
    {"plain loop", plain},
    {"intrinsics", vector<Access{}>},
    {"intrinsics, prefetch", vector<Access{.prefetchBytes = 2048}>},
    {"intrinsics, streaming", vector<Access{.streaming = true}>},
    {"intrinsics, streaming, prefetch", vector<Access{.streaming = true, .prefetchBytes = 2048}>},
};

constexpr Variant<TenOperations> allocating[] = {
    {"ten loops, new arrays", statementsAllocating<allocateNew, false>},
    {"ten loops, huge-page arrays", statementsAllocating<allocateHuge, false>},
    {"ten loops, recycled arrays", statementsAllocating<allocateRecycled, false>},
    {"ten loops, recycled arrays, streaming", statementsAllocating<allocateRecycled, true>},
};

constexpr Variant<TenStatements> statements[] = {
    {"ten loops, scratch in place", statementsInPlace},
    {"ten loops, scratch in place, one region", statementsOneRegion},
};

}  // namespace

std::span<const Variant<TenOperations>> fusedTenVariants() { return fused; }

std::span<const Variant<TenOperations>> allocatingTenVariants() { return allocating; }

std::span<const Variant<TenStatements>> statementTenVariants() { return statements; }

}  // namespace native
