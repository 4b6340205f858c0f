// error: parax: the identity of reduce must be a number or a Value of the element type
#include <parax/parax.h>

void refused() {
  (void)reduce([](auto x, auto y) { return x + y; }, 0.5, parax::Array<int>{1});
}
