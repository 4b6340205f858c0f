// Splits an index range over OpenMP threads in one contiguous piece each.
#pragma once

#include <algorithm>
#include <cstdint>

namespace native {

// Calls body(begin, end) once per thread; pieces are multiples of 64 elements, so that threads
// never share a cache line of an aligned output. Fewer than serialBelow elements stay serial.
template <class Body>
inline void forChunks(std::int64_t n, int threads, std::int64_t serialBelow, const Body& body) {
  if (threads <= 1 || n < serialBelow) {
    body(std::int64_t{0}, n);
    return;
  }
  const std::int64_t chunk = ((n + threads - 1) / threads + 63) / 64 * 64;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int thread = 0; thread < threads; ++thread) {
    const std::int64_t begin = std::min(n, thread * chunk);
    const std::int64_t end = std::min(n, begin + chunk);
    body(begin, end);
  }
}

// From this many bytes per array a memory-bound loop gains from a second thread even in cache:
// about two microseconds of work for out = f(x, y), and as long for a loop that only reads.
template <class T>
inline constexpr std::int64_t mapSerialBelow = (64 << 10) / sizeof(T);
template <class T>
inline constexpr std::int64_t reduceSerialBelow = (256 << 10) / sizeof(T);

}  // namespace native
