#include "bits.h"

#include <sstream>

namespace parax::conformance {

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
