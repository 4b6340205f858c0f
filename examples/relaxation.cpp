// Steps towards a target: an in-out argument is updated where it lies when nobody else holds it.
#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

constexpr int steps = 20;
constexpr double rate = 0.1;

void relax(Array<double>& state, Array<double> target, Value<double> dt) {
  state += dt * (target - state);
}

}  // namespace

gallery::Example gallery::relaxation(Scale scale) {
  const std::int64_t n = scale.of(2'000'000);
  const Array<double> target = sqrt(iota<double>(n));
  const Array<double> start = zeros<double>(n);
  return example("relaxation", "20 in-out updates a += dt * (b - a)", &relax, [=](const auto& g) {
    Array<double> state = start;  // the first step makes it our own, the others are in place
    for (int k = 0; k < steps; ++k) g(state, target, rate);
    return state;
  }, [=, state = std::vector<double>()]() mutable -> auto& {
    state.assign(start.span().begin(), start.span().end());
    for (int k = 0; k < steps; ++k) hand::relax(state.data(), target.data(), rate, n);
    return state;
  });
}
