// Integers of every width: wrapping, shifts, remainders, bits, conversions; against numbers written
// out, and against C++ in wider types.
#include <cmath>

#include "expect_is.h"

namespace parax::conformance {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

template <class F>
void forEachInteger(F f) {
  f(std::int8_t());
  f(std::int16_t());
  f(std::int32_t());
  f(std::int64_t());
  f(std::uint8_t());
  f(std::uint16_t());
  f(std::uint32_t());
  f(std::uint64_t());
}

template <class T>
constexpr T least = std::numeric_limits<T>::min();
template <class T>
constexpr T most = std::numeric_limits<T>::max();
template <class T>
constexpr int width = static_cast<int>(sizeof(T) * 8);

TEST(Integers, WrapInTheirWidth) {
  forEachInteger([]<class T>(T) {
    using A = Array<T>;
    const T top = T(std::uint64_t(1) << (width<T> - 1));
    expectIs(A{least<T>, 5}, [](A a, A b) { return a + b; }, A{most<T>, 2}, A{1, 3});
    expectIs(A{most<T>, 0}, [](A a, A b) { return a - b; }, A{least<T>, 3}, A{1, 3});
    expectIs(A{1, 0, 42}, [](A a, A b) { return a * b; }, A{most<T>, top, 6}, A{most<T>, 2, 7});
  });
}

TEST(Integers, UnsignedOnesHaveNoSign) {
  using A = Array<std::uint8_t>;
  expectIs(A{255, 0, 128}, [](A a) { return -a; }, A{1, 0, 128});
  expectIs(A{255, 0}, [](A a) { return abs(a); }, A{255, 0});
  expectIs(A{1, 0}, [](A a) { return sign(a); }, A{200, 0});
  expectIs(Array<bool>{false, false}, [](A a) { return signbit(a); }, A{200, 0});
  expectIs(A{127, 85}, [](A a, A b) { return a / b; }, A{255, 255}, A{2, 3});
  expectIs(Array<bool>{true, false}, [](A a, A b) { return a > b; }, A{200, 100}, A{100, 200});
  expectIs(A{200}, [](A a, A b) { return max(a, b); }, A{200}, A{100});
  using U = Array<std::uint64_t>;
  constexpr auto top = most<std::uint64_t>;
  expectIs(U{top / 3, 1}, [](U a, U b) { return a / b; }, U{top, top}, U{3, top});
  expectIs(U{0, 5}, [](U a, U b) { return a % b; }, U{top, top}, U{3, 10});
  expectIs(Array<double>{18446744073709551616.0}, [](U a) { return cast<double>(a); }, U{top});
  expectIs(Array<float>{9223372036854775808.0f}, [](U a) { return cast<float>(a); },
           U{9223372036854775807u});
  expectIs(Array<bool>{true, true}, [](U a) { return a > -1; }, U{0, top});
  expectIs(Array<bool>{false, true}, [](U a) { return a == 18446744073709551615u; }, U{0, top});
  expectIs(Array<bool>{true, false}, [](U a) { return a < 1.8446744073709550e19; }, U{5, top});
}

TEST(Integers, ShiftCountsAreTakenModuloTheWidth) {
  forEachInteger([]<class T>(T) {
    using A = Array<T>;
    constexpr T w = T(width<T>);
    const A counts{0, 1, T(w - 1), w, T(w + 1), T(2 * w - 1)};
    const T top = T(std::uint64_t(1) << (width<T> - 1));
    expectIs(A{1, 2, top, 1, 2, top}, [](A a, A b) { return a << b; }, A{1, 1, 1, 1, 1, 1}, counts);
    // >> keeps the sign of signed integers.
    const T ones = std::is_signed_v<T> ? T(-1) : T(1);
    const T half = T(top / T(2));
    expectIs(A{top, half, ones, top, half, ones}, [](A a, A b) { return a >> b; },
             A{top, top, top, top, top, top}, counts);
    expectIs(A{top, 2}, [](A a) { return a << (width<T> + 1); }, A{T(top / T(2)), 1});
    if constexpr (std::is_signed_v<T>)
      expectIs(A{top, 0}, [](A a, A b) { return a << b; }, A{1, 2}, A{-1, -1});
  });
}

TEST(Integers, DivisionAndRemainderTruncate) {
  forEachInteger([]<class T>(T) {
    using A = Array<T>;
    const auto divide = [](A a, A b) { return a / b; };
    const auto remainder = [](A a, A b) { return a % b; };
    if constexpr (std::is_signed_v<T>) {
      expectIs(A{least<T>, -3, 3, -3, 0}, divide, A{least<T>, -7, -7, 7, 1},
               A{-1, 2, -2, -2, least<T>});
      expectIs(A{0, -1, -1, 1, 1}, remainder, A{least<T>, -7, -7, 7, 1},
               A{-1, 2, -2, -2, least<T>});
    }
    expectIs(A{most<T>, T(most<T> / 2), 0}, divide, A{most<T>, most<T>, 5}, A{1, 2, most<T>});
    expectIs(A{0, 1, 5}, remainder, A{most<T>, most<T>, 5}, A{1, 2, most<T>});
  });
}

TEST(Integers, LogicOfBits) {
  forEachInteger([]<class T>(T) {
    using A = Array<T>;
    expectIs(A{8, 0, T(most<T> - 1)}, [](A a, A b) { return a & b; }, A{12, 85, most<T>},
             A{10, 42, T(~T(1))});
    expectIs(A{14, 127}, [](A a, A b) { return a | b; }, A{12, 85}, A{10, 42});
    expectIs(A{6, 127, 0}, [](A a, A b) { return a ^ b; }, A{12, 85, 9}, A{10, 42, 9});
    expectIs(A{T(~T(0)), most<T>}, [](A a) { return ~a; }, A{0, T(~most<T>)});
  });
  using B = Array<bool>;
  const B a{true, true, false, false}, b{true, false, true, false};
  expectIs(B{true, false, false, false}, [](B x, B y) { return x & y; }, a, b);
  expectIs(B{true, true, true, false}, [](B x, B y) { return x | y; }, a, b);
  expectIs(B{false, true, true, false}, [](B x, B y) { return x ^ y; }, a, b);
  expectIs(B{false, false, true, true}, [](B x) { return true ^ x; }, a);
}

TEST(Integers, CountingBits) {
  forEachInteger([]<class T>(T) {
    using A = Array<T>;
    constexpr T w = T(width<T>);
    const T allBits = T(~T(0)), top = T(std::uint64_t(1) << (width<T> - 1));
    expectIs(A{0, 1, w, 1, 4}, [](A a) { return popcount(a); }, A{0, 1, allBits, top, 0x55});
    expectIs(A{w, T(w - 1), 0, 0, T(w - 7)}, [](A a) { return clz(a); },
             A{0, 1, allBits, top, 0x55});
  });
}

TEST(Integers, FloatsSaturate) {
  forEachInteger([]<class T>(T) {
    const auto fromDouble = [](Array<double> a) { return cast<T>(a); };
    const auto fromFloat = [](Array<float> a) { return cast<T>(a); };
    const double end = std::ldexp(1.0, width<T> - (std::is_signed_v<T> ? 1 : 0));
    const T below = std::is_signed_v<T> ? T(-2) : T(0);
    expectIs(Array<T>{most<T>, least<T>, most<T>, least<T>, 0, 0, 2, below, 0}, fromDouble,
             Array<double>{inf, -inf, 1e300, -1e300, nan, -0.0, 2.99, -2.99, 0.999});
    expectIs(Array<T>{most<T>, most<T>, least<T>, least<T>}, fromDouble,
             Array<double>{end, end + 1, std::is_signed_v<T> ? -end : -1.0,
                           std::is_signed_v<T> ? -end * 2 : -0.5});
    expectIs(Array<T>{most<T>, least<T>, 0, most<T>, 100, below}, fromFloat,
             Array<float>{static_cast<float>(inf), -3e38f, static_cast<float>(nan),
                          static_cast<float>(end), 100.9f, -2.5f});
    if constexpr (sizeof(T) < 8)  // the last ones that fit
      expectIs(Array<T>{most<T>, T(most<T> - 1), least<T>}, fromDouble,
               Array<double>{double(most<T>) + 0.5, double(most<T>) - 0.5, double(least<T>) - 0.5});
  });
}

TEST(Integers, NarrowerOnesWrap) {
  using A64 = Array<std::int64_t>;
  const A64 a{300, -1, -129, 65536 + 7, most<std::int64_t>};
  expectIs(Array<std::int8_t>{44, -1, 127, 7, -1}, [](A64 x) { return cast<std::int8_t>(x); }, a);
  expectIs(Array<std::uint8_t>{44, 255, 127, 7, 255}, [](A64 x) { return cast<std::uint8_t>(x); },
           a);
  expectIs(Array<std::uint16_t>{300, 65535, 65407, 7, 65535},
           [](A64 x) { return cast<std::uint16_t>(x); }, a);
  expectIs(Array<std::uint64_t>{300, most<std::uint64_t>},
           [](A64 x) { return cast<std::uint64_t>(x); }, A64{300, -1});
  // Unsigned ones grow by zeros, signed ones by their sign.
  expectIs(A64{255, 0}, [](Array<std::uint8_t> x) { return cast<std::int64_t>(x); },
           Array<std::uint8_t>{255, 0});
  expectIs(A64{-1, -128}, [](Array<std::int8_t> x) { return cast<std::int64_t>(x); },
           Array<std::int8_t>{-1, -128});
}

TEST(Integers, MixedOnesMeetInTheWider) {
  using I16 = Array<std::int16_t>;
  using U8 = Array<std::uint8_t>;
  expectIs(I16{-1 + 255, 32767}, [](I16 a, U8 b) { return a + b; }, I16{-1, 32512}, U8{255, 255});
  expectIs(Array<bool>{true, false}, [](I16 a, U8 b) { return a < b; }, I16{-1, 256}, U8{0, 255});
  expectIs(Array<double>{0.5}, [](U8 a) { return a * 0.25; }, U8{2});
  expectIs(Array<float>{2.5f}, [](U8 a, Array<float> b) { return a * b; }, U8{5},
           Array<float>{0.5f});
  expectIs(U8{4, 128}, [](U8 a, Array<std::int64_t> b) { return a << b; }, U8{1, 1},
           Array<std::int64_t>{-6, 1000007});
}

TEST(Integers, PowersAreProductsThatWrap) {
  using A = Array<std::int32_t>;
  expectIs(A{1, 1, 1}, [](A a) { return pow(a, 0); }, A{0, 5, -3});
  expectIs(A{0, 5, -3}, [](A a) { return pow(a, 1); }, A{0, 5, -3});
  expectIs(A{0, 3125, -243}, [](A a) { return pow(a, 5); }, A{0, 5, -3});
  expectIs(A{0, 1, std::int32_t(3486784401u)}, [](A a) { return pow(a, 20u); }, A{0, -1, 3});
  expectIs(Array<std::uint8_t>{0, 243}, [](auto a) { return pow(a, 5); },
           Array<std::uint8_t>{16, 3});
  expectIs(Array<std::int64_t>{1, 0}, [](Array<bool> a) { return pow(a, 7); },
           Array<bool>{true, false});
  expectIs(Array<double>{8, 0.25}, [](A a) { return pow(2, a); }, A{3, -2});
}

TEST(Integers, SumsAndProductsOfNarrowOnesHave64Bits) {
  using I8 = Array<std::int8_t>;
  using U8 = Array<std::uint8_t>;
  using U32 = Array<std::uint32_t>;
  using S = Value<std::int64_t>;
  using U = Value<std::uint64_t>;
  expectIs(S(-384), [](I8 a) { return sum(a); }, I8{-128, -128, -128});
  expectIs(U(25500), [](Index n) { return sum(full<std::uint8_t>(255, n)); }, Index(100));
  expectIs(S(-2097152), [](I8 a) { return product(a); }, I8{-128, -128, -128});
  expectIs(U(16581375), [](U8 a) { return product(a); }, U8{255, 255, 255});
  expectIs(S(3 * 16384), [](I8 a) { return sumOfSquares(a); }, I8{-128, -128, -128});
  expectIs(S(-32512), [](I8 a, I8 b) { return dot(a, b); }, I8{-128, -128}, I8{127, 127});
  expectIs(U(8589934590u), [](U32 a) { return sum(a); }, U32{4294967295u, 4294967295u});
  expectIs(U(18446744065119617025u), [](U32 a) { return product(a); },
           U32{4294967295u, 4294967295u});
  expectIs(U(0), [](auto a) { return sum(a); }, Array<std::uint64_t>{most<std::uint64_t>, 1});
  expectIs(S(1), [](I8 a) { return product(a); }, I8{});
  expectIs(U(1), [](U8 a) { return product(a); }, U8{});
  expectIs(S(0), [](I8 a) { return product(a); }, I8{5, 0, 7});
  expectIs(S(3), [](Array<bool> a) { return count(a); }, Array<bool>{true, false, true, true});
  expectIs(Value<std::uint8_t>(255), [](U8 a) { return max(a); }, U8{1, 255, 127});
  expectIs(Value<std::int8_t>(-128), [](I8 a) { return min(a); }, I8{1, -128, 127});
}

}  // namespace
}  // namespace parax::conformance
