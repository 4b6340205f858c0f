// error: would change the element type: use cast<T>
#include <parax/parax.h>

void refused() {
  parax::Value<std::uint8_t> a(1);
  a += parax::Value<std::uint16_t>(1);
}
