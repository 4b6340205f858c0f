// The loops of the element-wise operations: one for the compiler's vectoriser, the same in blocks
// that go past the caches, and one element at a time.
#pragma once

#include <cstring>

#include "operations.h"
#include "simd.h"

namespace native {

// F is a function of one element of x, y, z and c; it takes references, so that arrays that it does
// not use are not read.
template <class T, class R, class F>
inline void mapRange(const Operands<T>& in, R* __restrict out, std::int64_t n) {
  const T* __restrict x = in.x;
  const T* __restrict y = in.y;
  const T* __restrict z = in.z;
  const bool* __restrict c = in.c;
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) out[i] = F{}(x[i], y[i], z[i], c[i]);
}

template <class T, class R, class F>
void mapWhole(const Operands<T>& in, void* out, std::int64_t n) {
  mapRange<T, R, F>(in, static_cast<R*>(out), n);
}

// Copies past the caches where `to` is aligned.
inline void streamBytes(void* to, const void* from, std::size_t bytes) {
  std::size_t done = 0;
#if defined(__AVX2__)
  if (reinterpret_cast<std::uintptr_t>(to) % 32 == 0)
    for (; done + 32 <= bytes; done += 32)
      _mm256_stream_si256(reinterpret_cast<__m256i*>(static_cast<char*>(to) + done),
                          _mm256_load_si256(reinterpret_cast<const __m256i*>(
                              static_cast<const char*>(from) + done)));
#endif
  std::memcpy(static_cast<char*>(to) + done, static_cast<const char*>(from) + done, bytes - done);
}

// Any loop with streaming stores: compute(i, buffer, m) fills blocks that stay in the first-level
// cache, from where they are copied.
template <class R, class Compute>
inline void inStreamedBlocks(R* out, std::int64_t n, const Compute& compute) {
  constexpr std::int64_t block = 4096 / sizeof(R);
  alignas(64) R buffer[block];
  for (std::int64_t i = 0; i < n; i += block) {
    const std::int64_t m = n - i < block ? n - i : block;
    compute(i, buffer, m);
    streamBytes(out + i, buffer, static_cast<std::size_t>(m) * sizeof(R));
  }
  streamFence();
}

template <class T>
inline Operands<T> operandsFrom(const Operands<T>& in, std::int64_t i) {
  return {in.x + i, in.y + i, in.z + i, in.c + i};
}

template <class T, class R, class F>
void mapStreamed(const Operands<T>& in, void* out, std::int64_t n) {
  inStreamedBlocks(static_cast<R*>(out), n, [&](std::int64_t i, R* buffer, std::int64_t m) {
    mapRange<T, R, F>(operandsFrom(in, i), buffer, m);
  });
}

template <class T, class R, class F>
__attribute__((optimize("no-tree-vectorize"))) void mapScalar(const Operands<T>& in, void* out,
                                                              std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    R y = F{}(in.x[i], in.y[i], in.z[i], in.c[i]);
    asm volatile("" : "+x"(y));  // one at a time
    static_cast<R*>(out)[i] = y;
  }
}

}  // namespace native
