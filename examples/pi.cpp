// Pi as the integral of 4 / (1 + x^2): no array is ever stored, and n is a parameter of the code.
#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

Value<double> integrate(Index n) {
  auto h = 1.0 / cast<double>(n);
  auto x = (iota<double>(n) + 0.5) * h;  // the midpoints
  return h * sum(4.0 / (1.0 + x * x));
}

}  // namespace

gallery::Example gallery::pi(Scale scale) {
  const std::int64_t n = scale.of(20'000'000);
  return example("pi", "iota and sum, nothing stored", &integrate, [=](const auto& g) {
    return g(n);
  }, [=, result = std::vector<double>(1)]() mutable -> auto& {
    result[0] = hand::pi(n);
    return result;
  });
}
