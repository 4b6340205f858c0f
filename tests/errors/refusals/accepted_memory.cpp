// fine: memory in every form that C++ has it, long long, and conditions on values
#include <parax/parax.h>

template <class A>
constexpr bool spanOf = requires(A&& a) { std::forward<A>(a).span(); };
template <class V>
constexpr bool canBorrow = requires(V&& v) { parax::Array<double>::borrow(std::forward<V>(v)); };

void accepted() {
  using namespace parax;
  const std::vector<bool> flags{true, false};
  const Array<bool> a(flags);
  const Array<bool, 2> b(flags, {1, 2});
  const double matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const Array<double, 2> m(matrix);
  const double row[3] = {1, 2, 3};
  const Array<double> r(row);
  const auto borrowed = Array<double>::borrow(row);
  const auto part = Array<double>::borrow(std::span(row).first(2));
  const Array<long long> signed64{1, 2};
  const Array<unsigned long long> unsigned64{1, 2};
  const Array<std::int64_t> plain = signed64;
  static_assert(std::is_same_v<decltype(plain + signed64), Array<std::int64_t>>);
  (void)(signed64 == plain);
  (void)(plain != signed64);
  (void)(unsigned64 % 2 == 0);
  const Value<long long> total = sum(plain);
  if (total > 2) (void)!(r > 1.0);
  (void)(!a && (r > 1.0) && true);
  (void)(false || !(r > 1.0));
  (void)(all(b) ? m : m * 2.0);
  static_assert(!std::is_convertible_v<Array<float>, Array<double>>);
  static_assert(!std::is_convertible_v<Value<float>, Value<double>>);
  static_assert(!spanOf<Array<double>> && spanOf<Array<double>&>);
  static_assert(!canBorrow<std::vector<double>> && canBorrow<std::vector<double>&>);
}
