// error: parax: the function of reduce must return the element type
#include <parax/parax.h>

void refused() {
  (void)reduce([](auto x, auto y) { return x + y; }, false, parax::Array<bool>{true});
}
