// A plug-in that uses Parax, for programs that know nothing of it.
#include <parax/parax.h>

namespace {
const auto polynomial = parax::acc([](parax::Array<double> x) { return x + x * x; });
}  // namespace

// The sum of k + k * k for k < n.
extern "C" double pluginSum(long n) { return sum(polynomial(parax::iota<double>(n))).get(); }
