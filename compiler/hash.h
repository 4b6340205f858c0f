// A small hash for interning inside one compilation; never stored.
#pragma once

#include <cstdint>
#include <type_traits>

namespace parax::compiler {

class Hash {
 public:
  template <class T>
    requires std::is_integral_v<T>
  Hash& add(T x) {
    value_ = (value_ ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
    value_ ^= value_ >> 29;
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0x243f6a8885a308d3u;
};

}  // namespace parax::compiler
