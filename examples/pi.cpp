// Pi as the integral of 4 / (1 + x^2): no array is ever stored, and n is a parameter of the code.
#include <parax/parax.h>

#include <iomanip>
#include <iostream>

using namespace parax;

Value<double> integrate(Index n) {
  auto h = 1.0 / cast<double>(n);
  auto x = (iota<double>(n) + 0.5) * h;  // the midpoints
  return h * sum(4.0 / (1.0 + x * x));
}

int main() {
  const auto fast = acc(integrate);
  for (const std::int64_t n : {100, 10'000, 1'000'000})
    std::cout << std::setw(8) << n << ' ' << std::setprecision(15) << fast(n).get() << '\n';
}
