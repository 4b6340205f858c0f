// Mean 0 and deviation 1: reductions feed later statements without leaving the function.
#include "gallery.h"
#include "hand_written.h"

using namespace parax;

namespace {

Array<double> normalise(Array<double> x) {
  auto n = cast<double>(sum(x == x));  // how many are numbers at all
  auto mean = sum(x) / n;
  auto centred = x - mean;
  auto deviation = sqrt(sum(centred * centred) / n);
  return centred / deviation;
}

}  // namespace

gallery::Example gallery::normalise(Scale scale) {
  const std::int64_t n = scale.of(5'000'000);
  const Array<double> x = sqrt(iota<double>(n));
  return example("normalise", "three reductions, one result", &::normalise, [=](const auto& g) {
    return g(x);
  }, [=, z = std::vector<double>(static_cast<std::size_t>(n))]() mutable -> auto& {
    hand::normalise(x.data(), z.data(), n);
    return z;
  });
}
