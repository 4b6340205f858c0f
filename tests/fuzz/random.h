// A random number generator that gives the same numbers everywhere.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace parax::fuzz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(n));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool percent(int chance) { return below(100) < chance; }
  // An index, chosen with these weights.
  int weighted(std::initializer_list<int> weights) {
    return weighted(std::span(weights.begin(), weights.size()));
  }
  int weighted(std::span<const int> weights) {
    std::int64_t total = 0;
    for (int w : weights) total += w;
    std::int64_t at = below(total);
    int index = 0;
    for (int w : weights) {
      if (at < w) return index;
      at -= w;
      ++index;
    }
    return 0;
  }
  template <class T>
  const T& among(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<std::int64_t>(list.size())))];
  }
  template <class T>
  T among(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<std::int64_t>(list.size()))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace parax::fuzz
