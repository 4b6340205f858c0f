// fine: mixtures that have a common type
#include <parax/parax.h>

void accepted() {
  using namespace parax;
  Array<std::int16_t> a{1};
  const Array<std::uint8_t> b{1};
  a += b;
  a %= 3;
  (void)(a < b);
  (void)min(a, b);
  (void)(Array<unsigned>{1} * 0.5f);
  (void)(Array<unsigned>{1} > -1);
  (void)(cast<long>(Array<unsigned>{1}) + Array<int>{1});
  Array<bool> flags{true};
  flags &= Array<bool>{true};
  flags |= true;
  (void)(flags ^ flags);
}
