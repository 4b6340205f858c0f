// A program to look at in gdb, which stops in inside() and outside() and goes up one frame.
#include <parax/parax.h>

#include <utility>

using namespace parax;

namespace {

volatile int calls = 0;
void inside() { calls = calls + 1; }
void outside() { calls = calls + 1; }

Array<double> twice(Array<double> x) {
  Array<double> y = x * 2.0;
  const Value<double> s = sum(y);
  inside();
  const Array<double> unborn = y + s;
  return unborn;
}

}  // namespace

int main() {
  Array<double> moved{1, 2.5, 3};
  const Array<std::int32_t, 2> matrix{{1, 2}, {3, 4}};
  const Array<double> result = acc(twice)(std::move(moved));
  outside();
  return result.size() == 3 && matrix.size() == 4 && calls == 2 ? 0 : 1;
}
