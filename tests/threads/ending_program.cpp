// Accelerated calls in destructors of static and thread-local objects, in any thread: known
// programs, new ones, parallel ones. Prints nothing and ends with 0 if all is well.
#include <parax/parax.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

namespace {

using parax::Array;

const auto twice = parax::acc([](Array<double> x) { return x * 2.0; });
const auto total = parax::acc([](Array<double> x) { return sum(x * x + 1.0); });
const auto fraction = parax::acc([](Array<int>& x, Array<int> d) { x = x / d; });

[[noreturn]] void fail(const char* what) {
  std::cerr << "wrong in a destructor: " << what << std::endl;
  std::_Exit(1);
}

void useParax() {
  if (twice(Array<double>{1, 2}).toVector() != std::vector<double>{2, 4}) fail("a call");
  // Of one element each: integers, so that the sum is exact.
  if (total(parax::full<double>(3, 1'000'000)).get() != 1e7) fail("a parallel call");
  const auto fresh = parax::acc([](Array<float> x, float by) { return x + by; });
  if (fresh(Array<float>{1}, 0.5f).at(0) != 1.5f) fail("a new accelerated function");
  Array<int> x{4, 6};
  try {
    fraction(x, Array<int>{1, 0});
    fail("an error");
  } catch (const parax::ElementError&) {
    if (x.toVector() != std::vector<int>{4, 6}) fail("a variable after an error");
  }
}

struct UsesParax {
  ~UsesParax() {
    useParax();
    if (held) held->mutableData()[0] = 1;
    if (!isStatic) return;
    // Not compiled before.
    const auto late = parax::acc([](Array<double> x) { return exp(x) - x / 3.0; });
    if (late(Array<double>{0}).at(0) != 1) fail("a program that is new while the process ends");
  }
  std::unique_ptr<Array<double>> held;
  bool isStatic = false;
};

UsesParax first;  // made before Parax is used: destroyed last
thread_local UsesParax ofThread;

void useThread() { ofThread.held = std::make_unique<Array<double>>(twice(Array<double>{1, 2})); }

}  // namespace

int main() {
  first.isStatic = true;
  static UsesParax beforeUse;
  useThread();
  static UsesParax afterUse;
  afterUse.held = std::make_unique<Array<double>>(Array<double>{1});
  for (int k = 0; k < 4; ++k) {
    std::thread(useThread).join();
    std::thread([] { ofThread.held = std::make_unique<Array<double>>(Array<double>{1}); }).join();
  }
}
