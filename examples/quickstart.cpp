// The first program: an ordinary function over arrays, compiled at its first call.
#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

Array<double> f(Array<double> x) { return x + x * x; }

}  // namespace

gallery::Example gallery::quickstart(Scale scale) {
  const std::int64_t n = scale.of(5'000'000);
  const Array<double> x = 0.001 * iota<double>(n);  // outside acc: computed at once
  return example("quickstart", "x + x * x", &f, [=](const auto& g) { return g(x); },
                 [=, y = std::vector<double>(static_cast<std::size_t>(n))]() mutable -> auto& {
    hand::quickstart(x.data(), y.data(), n);
    return y;
  });
}
