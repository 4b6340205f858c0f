// Steps towards a target: an in-out argument is updated where it lies when nobody else holds it.
#include <parax/parax.h>

#include <iostream>

using namespace parax;

void relax(Array<double>& state, Array<double> target, Value<double> dt) {
  state += dt * (target - state);
}

int main() {
  const auto step = acc(relax);
  const Array<double> target{1, 4, 9};
  Array<double> state = zeros<double>(3);
  for (int k = 0; k < 20; ++k) step(state, target, 0.1);  // compiled once
  std::cout << state << '\n';
}
