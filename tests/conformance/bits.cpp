#include "bits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <sstream>

namespace parax::conformance {

namespace {
template <class T>
std::uint64_t bitsOf(T value) {
  if constexpr (std::is_same_v<T, float>) {
    if (std::isnan(value)) value = std::numeric_limits<T>::quiet_NaN();
    return std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    if (std::isnan(value)) value = std::numeric_limits<T>::quiet_NaN();
    return std::bit_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}
}  // namespace

// Of integers the values' bits, sign and all.
void flattenMemory(Flat& flat, ElementType type, std::span<const std::int64_t> shape,
                   const void* memory, std::size_t count) {
  Leaf leaf{std::string(name(type)), {shape.begin(), shape.end()}, {}};
  count *= static_cast<std::size_t>(fieldCount(type));
  leaf.bits.resize(count);
  visitScalarType(fieldType(type), [&]<class T>(T*) {
    using Stored = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
    const auto* elements = static_cast<const Stored*>(memory);
    std::transform(elements, elements + count, leaf.bits.begin(), bitsOf<Stored>);
  });
  flat.push_back(std::move(leaf));
}

std::string argumentsText(const Flat& arguments) {
  std::string text;
  for (const Leaf& leaf : arguments) {
    text += " " + leaf.type + "[";
    for (const auto n : leaf.shape) text += " " + std::to_string(n);
    text += " ]";
  }
  return text;
}

std::string difference(const Flat& expected, const Flat& found) {
  std::ostringstream out;
  if (expected.size() != found.size()) out << expected.size() << " arrays, not " << found.size();
  for (std::size_t k = 0; k < expected.size() && out.str().empty(); ++k) {
    const Leaf &e = expected[k], &f = found[k];
    if (e == f) continue;
    out << "array " << k << " of " << e.type << " [";
    for (const auto n : e.shape) out << ' ' << n;
    out << " ]: ";
    if (e.type != f.type)
      out << "its type is " << f.type;
    else if (e.shape != f.shape || e.bits.size() != f.bits.size())
      out << "it has another shape";
    for (std::size_t i = 0; i < std::min(e.bits.size(), f.bits.size()); ++i)
      if (e.bits[i] != f.bits[i]) {
        out << "element " << i << " is " << std::hex << f.bits[i] << ", not " << e.bits[i];
        break;
      }
  }
  return out.str();
}

}  // namespace parax::conformance
