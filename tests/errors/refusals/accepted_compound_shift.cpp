// fine: any integers shift any, and the left side keeps its type
#include <parax/parax.h>

void accepted() {
  parax::Array<std::int16_t> a{1};
  a <<= parax::Array<std::int64_t>{1};
  a = a << parax::Array<std::uint64_t>{1};
  a >>= parax::Array<std::uint64_t>{1};
}
