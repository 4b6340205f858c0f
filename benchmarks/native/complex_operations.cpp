// Loops over complex numbers: the formulas that an expert takes from a textbook, in libmvec's
// functions. The root is not guarded against overflow; logarithm and quotient (Smith's) are.
#include <complex>

#include "map_families.h"
#include "reductions.h"
#include "vector_libm.h"

// Under another name, or g++ joins sine and cosine of one angle to a call that has no vector form.
extern "C" {
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
__attribute__((simd("notinbranch"), const)) double separateCos(double) noexcept __asm__("cos");
__attribute__((simd("notinbranch"), const)) float separateCosf(float) noexcept __asm__("cosf");
#else
inline double separateCos(double x) { return cos(x); }
inline float separateCosf(float x) { return cosf(x); }
#endif
}

namespace native {

// What std::complex is in memory, without its rules for NaN.
template <class P>
struct Pair {
  P re, im;
  friend Pair operator+(Pair a, Pair b) { return {a.re + b.re, a.im + b.im}; }
  friend Pair operator*(Pair a, Pair b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Pair operator/(Pair a, Pair b) {
    const bool wide = element::abs(b.re) >= element::abs(b.im);
    const P more = wide ? b.re : b.im, less = wide ? b.im : b.re, r = less / more;
    const P by = more + less * r;
    const P re = (wide ? a.re : a.im) + (wide ? a.im : a.re) * r;
    const P im = (wide ? a.im : -a.re) + (wide ? -a.re : a.im) * r;
    return {re / by, im / by};
  }
};

namespace {

#define FORWARD(name)                                \
  inline double name(double x) { return ::name(x); } \
  inline float name(float x) { return ::name##f(x); }
FORWARD(sqrt)
FORWARD(exp)
FORWARD(log)
FORWARD(sin)
FORWARD(separateCos)
FORWARD(sinh)
FORWARD(cosh)
#undef FORWARD

template <class P>
inline Pair<P> exp(Pair<P> z) {
  const P size = exp(z.re);
  return {size * separateCos(z.im), size * sin(z.im)};
}
template <class P>
inline Pair<P> log(Pair<P> z) {
  return {log(element::hypot(z.re, z.im)), element::atan2(z.im, z.re)};
}
template <class P>
inline Pair<P> sqrt(Pair<P> z) {
  const P more = sqrt(P(0.5) * (sqrt(z.re * z.re + z.im * z.im) + element::abs(z.re)));
  const P less = more > 0 ? P(0.5) * z.im / more : P(0);
  return {z.re < 0 ? element::abs(less) : more, z.re < 0 ? element::copysign(more, z.im) : less};
}
template <class P>
inline Pair<P> sin(Pair<P> z) {
  return {sin(z.re) * cosh(z.im), separateCos(z.re) * sinh(z.im)};
}

#define FUNCTION(name, reads, R, arguments, text)                                           \
  struct Of_##name {                                                                        \
    template <class C>                                                                      \
    auto operator()(const C& x, [[maybe_unused]] const C& y, const C&, const bool&) const { \
      return text;                                                                          \
    }                                                                                       \
  };
NATIVE_COMPLEX_OPERATIONS(FUNCTION)

template <class P, auto loop>
void onPairs(const Operands<std::complex<P>>& in, void* out, std::int64_t n) {
  const auto pairs = [](const std::complex<P>* z) { return reinterpret_cast<const Pair<P>*>(z); };
  loop({pairs(in.x), pairs(in.y), pairs(in.z), in.c}, out, n);
}
template <class T, class R, class F>
constexpr Variant<Map<std::complex<T>>> variants[] = {
    {"simd loop", onPairs<T, mapWhole<Pair<T>, R, F>>},
    {"simd loop, streaming", onPairs<T, mapStreamed<Pair<T>, R, F>>}};

#define FAMILY(name, reads, R, arguments, text) \
  {#name, #reads, Arguments::arguments, false, variants<T, R, Of_##name>},
template <class T, class C = Pair<T>>
constexpr MapFamily<std::complex<T>> families[] = {NATIVE_COMPLEX_OPERATIONS(FAMILY)};

// Lanes of numbers, real and imaginary parts apart.
template <class P>
Numbers product(const std::complex<P>* z, const std::complex<P>*, std::int64_t n) {
  constexpr std::int64_t lanes = 128 / sizeof(P);
  const P* x = reinterpret_cast<const P*>(z);
  P re[lanes], im[lanes];
  for (std::int64_t k = 0; k < lanes; ++k) re[k] = 1, im[k] = 0;
  const std::int64_t whole = n / lanes * lanes;
  for (std::int64_t i = 0; i < whole; i += lanes)
#pragma omp simd
    for (std::int64_t k = 0; k < lanes; ++k) {
      const P a = x[2 * (i + k)], b = x[2 * (i + k) + 1], c = re[k], d = im[k];
      re[k] = a * c - b * d;
      im[k] = a * d + b * c;
    }
  Pair<P> all{1, 0};
  for (std::int64_t k = 0; k < lanes; ++k) all = all * Pair<P>{re[k], im[k]};
  for (std::int64_t i = whole; i < n; ++i) all = all * Pair<P>{x[2 * i], x[2 * i + 1]};
  return {static_cast<double>(all.re), static_cast<double>(all.im)};
}
template <class T>
constexpr Variant<Reduce<std::complex<T>>> productVariants[] = {{"lanes", product<T>}};
template <class T>
constexpr ReduceFamily<std::complex<T>> reduceFamiliesOf[] = {{"product", "x", productVariants<T>}};

}  // namespace

#define ACCESSORS(T)                                                \
  template <>                                                       \
  std::span<const MapFamily<std::complex<T>>> mapFamilies() {       \
    return families<T>;                                             \
  }                                                                 \
  template <>                                                       \
  std::span<const ReduceFamily<std::complex<T>>> reduceFamilies() { \
    return reduceFamiliesOf<T>;                                     \
  }
NATIVE_FLOAT_TYPES(ACCESSORS)

}  // namespace native
