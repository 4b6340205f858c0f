// error: parax: the function of reduce takes two values
#include <parax/parax.h>

void refused() {
  (void)reduce([](auto x) { return x; }, 0, parax::Array<int>{1});
}
