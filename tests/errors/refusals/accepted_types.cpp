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
  static_assert(std::is_same_v<decltype(atan2(a, Array<unsigned long>{1})), Array<double>>);
  static_assert(std::is_same_v<decltype(atan2(a, Array<float>{1})), Array<float>>);
  (void)fullLike(a, 7);
  const Array<float> f{1};
  static_assert(std::is_same_v<decltype(fma(f, 2.0, f)), Array<float>>);
  static_assert(std::is_same_v<decltype(fma(2, a, 0.5)), Array<double>>);
  static_assert(std::is_same_v<decltype(fma(a, a, b)), Array<double>>);
  static_assert(std::is_same_v<decltype(fma(Value<float>(2), Value<float>(1), 3)), Value<float>>);
}
