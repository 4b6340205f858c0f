// Small numbers mostly; now and then the edges of every type.
#include "tests/fuzz/numbers.h"

#include <limits>
#include <utility>

namespace parax::fuzz {
namespace {

template <class T>
T randomFloat(Random& random, bool tame) {
  using Limits = std::numeric_limits<T>;
  switch (random.weighted({40, 40, tame ? 0 : 20})) {
    case 0: {  // halves, and both zeros
      const auto half = static_cast<T>(random.between(-4, 8)) / 2;
      return half == 0 && random.percent(50) ? -half : half;
    }
    case 1: return static_cast<T>(random.between(-1'000'000, 1'000'000)) / T(7919);
    default:
      return random.among({T(0), T(-0.0), Limits::quiet_NaN(), Limits::infinity(),
                           -Limits::infinity(), Limits::max(), Limits::lowest(), Limits::min(),
                           Limits::denorm_min(), T(1e10), T(-3e9), T(2147483647.0), T(9.3e18),
                           T(1e-20)});
  }
}

template <class T>
T randomInteger(Random& random, bool tame) {
  using Limits = std::numeric_limits<T>;
  switch (random.weighted({50, 30, tame ? 0 : 10})) {
    case 0: return static_cast<T>(random.between(tame ? 1 : std::is_signed_v<T> ? -3 : 0, 6));
    case 1: return static_cast<T>(random.between(tame ? 1 : -1000, sizeof(T) > 2 ? 100'000 : 120));
    default:
      return random.among({Limits::min(), Limits::max(), T(Limits::max() - 1), T(0), T(-1),
                           T(Limits::max() / 3), static_cast<T>(1 << 24),
                           static_cast<T>((1 << 24) + 1)});
  }
}

}  // namespace

// Every kind often enough, whatever number of types it has.
ElementType randomType(Random& random) {
  const auto kind = static_cast<ElementKind>(random.weighted({10, 21, 11, 44, 14}));
  std::vector<ElementType> types;
  for (int k = 0; k < elementTypeCount; ++k)
    if (elementTypeTable[k].kind == kind) types.push_back(static_cast<ElementType>(k));
  return random.among(types);
}

std::int64_t randomSize(Random& random) {
  switch (random.weighted({4, 8, 36, 30, 12, 10})) {
    case 0: return 0;
    case 1: return 1;
    case 2: return random.between(2, 9);
    case 3: return random.between(10, 70);
    case 4: return random.between(71, 600);
    default: return random.among({1279, 1280, 1281, 2560, 5119, 5121, 9001, 13000, 20001});
  }
}

Number randomElement(Random& random, ElementType type, bool tame) {
  Number number{kindOf(type)};
  visitScalarType(fieldType(type), [&]<class T>(T*) {
    if constexpr (std::is_same_v<T, bool>)
      number.i = random.below(2);
    else if constexpr (std::is_integral_v<T>)
      number.i = static_cast<std::int64_t>(randomInteger<T>(random, tame));
    else
      number.f = static_cast<double>(randomFloat<T>(random, tame));
    if constexpr (std::is_floating_point_v<T>)
      if (isProduct(type)) number.imaginary = static_cast<double>(randomFloat<T>(random, tame));
  });
  return number;
}

bool fits(const Number& number, ElementType type) {
  const bool isWhole = number.kind == Number::Kind::integer || number.kind == Number::Kind::natural;
  if (!isInteger(type) || !isWhole) return true;
  return visitScalarType(type, [&]<class T>(T*) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      return number.kind == Number::Kind::natural
                 ? std::in_range<T>(static_cast<std::uint64_t>(number.i))
                 : std::in_range<T>(number.i);
    return true;
  });
}

Number randomNumber(Random& random, Number::Kind kind) {
  switch (kind) {
    case Number::Kind::boolean: return {kind, random.below(2), 0};
    case Number::Kind::integer:
      if (random.percent(55)) return {kind, random.between(-1, 2), 0};
      if (random.percent(80)) return {kind, random.between(-9, 40), 0};
      return {kind, random.among<std::int64_t>({INT32_MAX, INT32_MIN, 1 << 24, 12345}), 0};
    case Number::Kind::natural:
      if (random.percent(80)) return {kind, random.between(0, 9), 0};
      return {kind, random.among<std::int64_t>({UINT32_MAX, INT64_MAX, -1, INT64_MIN, 300}), 0};
    case Number::Kind::floating:
    case Number::Kind::complex: break;
  }
  const auto part = [&] {
    if (random.percent(40)) return static_cast<double>(random.between(-1, 2));
    return randomFloat<double>(random, random.percent(70));
  };
  const double real = part();
  return {kind, 0, real, kind == Number::Kind::complex ? part() : 0};
}

// A prime length and a step, so that neighbours and rows differ.
Data randomData(Random& random, const Variable& is) {
  const bool tame = random.percent(60);
  Data data;
  const int length = is.isValue || is.rank == 0 ? 1 : random.among({3, 7, 17, 31});
  for (int k = 0; k < length; ++k) data.table.push_back(randomElement(random, is.type, tame));
  data.step = random.among({1, 2, 5, 11});
  return data;
}

}  // namespace parax::fuzz
