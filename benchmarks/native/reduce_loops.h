// The loop of a reduction: independent lanes, in one stream through memory or several.
#pragma once

#include <cstdint>

namespace native {

// Combines term(i) for all i below n. (Inlined, or the vectoriser does not see through term.) The
// lanes are 256 bytes: eight vectors that hide each other's latency, few enough for the first-level
// cache if not for registers.
template <int streams, class A, class Term, class Join>
[[gnu::always_inline]] inline A joinLanes(std::int64_t n, A identity, Term term, Join join) {
  constexpr std::int64_t lanes = 256 / sizeof(A) / streams, step = lanes;
  A lane[streams][lanes];
  for (auto& stream : lane)
    for (A& a : stream) a = identity;
  const std::int64_t length = n / (streams * step) * step;
  for (std::int64_t i = 0; i < length; i += step)
#pragma GCC unroll 4
    for (int s = 0; s < streams; ++s)
#pragma omp simd
      for (std::int64_t k = 0; k < lanes; ++k)
        lane[s][k] = join(lane[s][k], static_cast<A>(term(s * length + i + k)));
  A all = identity;
  for (auto& stream : lane)
    for (const A a : stream) all = join(all, a);
  for (std::int64_t i = streams * length; i < n; ++i) all = join(all, static_cast<A>(term(i)));
  return all;
}

// A sum in one accumulator per stream, which the compiler makes vectors of.
template <class A, class Term>
[[gnu::always_inline]] inline A addUp(std::int64_t n, Term term) {
  const std::int64_t m = n / 4;
  A a = 0, b = 0, c = 0, d = 0;
#pragma omp simd reduction(+ : a, b, c, d)
  for (std::int64_t i = 0; i < m; ++i) {
    a += static_cast<A>(term(i));
    b += static_cast<A>(term(m + i));
    c += static_cast<A>(term(2 * m + i));
    d += static_cast<A>(term(3 * m + i));
  }
  for (std::int64_t i = 4 * m; i < n; ++i) a += static_cast<A>(term(i));
  return a + b + c + d;
}

}  // namespace native
