#include "inputs.h"

#include <array>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace parax::conformance {

namespace {

template <class T>
std::vector<T> specials(Kind kind) {
  using L = std::numeric_limits<T>;
  std::vector<T> values;
  if constexpr (std::is_same_v<T, bool>) {
    values = {true, false, false, true, true};
  } else if constexpr (std::is_floating_point_v<T>) {
    values = {T(0),
              -T(0),
              T(1),
              T(-1),
              T(0.5),
              T(-2.5),
              T(1) / 3,
              T(0.1),
              T(3.75),
              T(88.6),
              T(-87.4),
              T(709.7),
              T(-745.2),
              T(1e10),
              T(-1e10),
              T(2147483648.0),
              T(1) + L::epsilon(),
              T(2)};
    values.insert(values.end(), {L::denorm_min(), -L::denorm_min(), L::min(), -L::min() / 2});
    if (kind != Kind::finite)
      values.insert(values.end(), {L::infinity(), -L::infinity(), L::quiet_NaN(), L::max(),
                                   -L::max(), T(9.3e18)});
  } else {
    // The widths and their neighbours: shift counts.
    for (const std::int64_t i :
         {0,  1,  -1, 2,  -2, 3,  7,   -7,  8,   9,   -8,    15,           16,
          31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 65536, (1 << 24) + 1})
      if (std::in_range<T>(i)) values.push_back(static_cast<T>(i));
    for (const int below : {0, 1}) {
      values.push_back(static_cast<T>(L::min() + below));
      values.push_back(static_cast<T>(L::max() - below));
    }
  }
  if (kind == Kind::nearOne) std::erase_if(values, [](T x) { return !(x > T(0.4) && x < T(3)); });
  if (kind == Kind::nonZero) std::erase(values, T(0));
  return values;
}

// A pseudo-random number of about ordinary size.
template <class T>
T ordinary(std::uint64_t k, Kind kind) {
  k += 0x9e3779b97f4a7c15;
  k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9;
  k = (k ^ (k >> 27)) * 0x94d049bb133111eb;
  k ^= k >> 31;
  if constexpr (std::is_same_v<T, bool>)
    return (k & 8) != 0 || kind >= Kind::nonZero;
  else if constexpr (std::is_floating_point_v<T>)
    return kind == Kind::nearOne ? static_cast<T>(static_cast<double>(k >> 12) * 0x1p-53 + 0.746)
                                 : static_cast<T>(static_cast<double>(k >> 12) * 0x1p-48 - 7.9);
  else
    return kind == Kind::nonZero || kind == Kind::nearOne ? static_cast<T>(k | 1)
                                                          : static_cast<T>(k);
}

// Scalars; `seed` says how positions run through the special values.
template <class T>
std::unique_ptr<T[]> elements(std::size_t n, int seed, Kind kind) {
  const std::vector<T> pool = specials<T>(kind);
  const std::size_t p = pool.size(), s = static_cast<std::size_t>(seed);
  auto memory = std::make_unique<T[]>(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    memory[i] = i < p * p ? pool[(i * (s % 3 == 0 ? 1 : 0) + (i / p) * (s % 3 == 1 ? 1 : 0) +
                                  (i * 5 + i / p) * (s % 3 == 2 ? 1 : 0) + s) %
                                 p]
                          : ordinary<T>(i * 977 + s * 7919, kind);
  return memory;
}

}  // namespace

detail::Handle makeHandle(ElementType type, std::span<const std::int64_t> shape, int seed,
                          Kind kind) {
  std::size_t n = 1;
  for (const std::int64_t e : shape) n *= static_cast<std::size_t>(e);
  const auto where = SourceLocation::current();
  return visitScalarType(fieldType(type), [&]<class T>(T*) {
    const auto first = elements<T>(n, seed, kind);
    if (!isProduct(type)) return detail::copyOf(type, shape, first.get(), n, where);
    const auto second = elements<T>(n, seed + 2, kind);
    std::vector<std::array<T, 2>> pairs(n + 1);
    for (std::size_t i = 0; i < n; ++i) pairs[i] = {first[i], second[i]};
    return detail::copyOf(type, shape, pairs.data(), n, where);
  });
}

}  // namespace parax::conformance
