// One row per reduction and type, complex numbers among them.
#include "reductions.h"

#include <complex>
#include <cstring>

#include "check.h"
#include "memory.h"
#include "pattern.h"
#include "programs.h"

namespace bench {
namespace {

using namespace native;  // the types' names
using parax::Array;
using parax::Value;

template <class R>
Numbers numbersOf(const Value<R>& value) {
  return {static_cast<double>(value.get())};
}
template <class R>
Numbers numbersOf(const Value<std::complex<R>>& value) {
  return {value.get().real(), value.get().imag()};
}
template <class A, class B, class C>
Numbers numbersOf(const std::tuple<A, B, C>& values) {
  return {static_cast<double>(std::get<0>(values).get()),
          static_cast<double>(std::get<1>(values).get()),
          static_cast<double>(std::get<2>(values).get())};
}

// No number is negative, so that sums do not cancel; factors are odd or near 1 (as often above as
// below), so that products neither vanish nor overflow. A search for a bool finds none.
template <class T>
T elementOf(std::uint64_t i, const std::string& reduction) {
  if constexpr (std::is_same_v<T, bool>) {
    return reduction == "all" || (reduction == "count" && scattered(i, 1) % 3 == 0);
  } else if constexpr (std::is_integral_v<T>) {
    const T value =
        static_cast<T>(scattered(i, 1) & ((1 << 20) - 1) & std::numeric_limits<T>::max());
    return reduction == "product" ? value | 1 : value;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(reduction == "product" ? std::exp(between(-1, 1, i, 1) * 0x1p-8)
                                                 : between(0.5, 100, i, 1));
  } else {
    using P = typename T::value_type;
    return std::polar(elementOf<P>(i, reduction), static_cast<P>(between(-3, 3, i, 2)));
  }
}

template <class T>
void expectSame(const std::string& name, const Numbers& ours, const Numbers& native) {
  // Orders of summation differ.
  const double tolerance =
      sizeof(T) == sizeof(float) || std::is_same_v<T, std::complex<float>> ? 1e-3 : 1e-9;
  for (std::size_t k = 0; k < ours.size(); ++k)
    if (!(std::abs(ours[k] - native[k]) <= tolerance * (1 + std::abs(native[k]))))
      throw Failure(name + ": ours gives " + std::to_string(ours[k]) + ", native " +
                    std::to_string(native[k]));
}

template <class T, class R>
void reduceRow(Suite& suite, const std::string& name, const ReduceFamily<T>& family,
               R (*program)(Array<T>, Array<T>)) {
  const bool two = std::strchr(family.reads, 'y') != nullptr;
  const std::size_t bytes = (two ? 2 : 1) * sizeof(T), n = suite.breadth(bytes);
  HugeArray<T> first(n), second(two ? n : 0);
  for (std::size_t i = 0; i < n; ++i) first[i] = elementOf<T>(i, family.reduction);
  for (std::size_t i = 0; i < second.size(); ++i)
    second[i] = elementOf<T>(i + 17, family.reduction);
  const auto x = Array<T>::borrow(first.span()), y = two ? Array<T>::borrow(second.span()) : x;
  const auto g = parax::acc(program, parax::Options{.threads = 1});
  Numbers ours{}, theirs{};
  const auto run = [&] { ours = numbersOf(g(x, y)); };
  run();
  std::vector<Contestant> natives;
  for (const auto& variant : family.variants) {
    natives.push_back({variant.name, [&, loop = variant.run] {
      theirs = loop(first.data(), second.data(), static_cast<std::int64_t>(n));
    }});
    natives.back().run();
    expectSame<T>(name + ", " + variant.name, ours, theirs);
  }
  Result result{.name = name, .threads = 1, .elements = static_cast<double>(n)};
  result.bytesPerElement = static_cast<double>(bytes);
  result.note = notVectorised(explain(g));
  suite.compareBreadth(result, run, natives);
}

// By the names of NATIVE_REDUCTIONS.
template <class T>
struct Program {
#define PROGRAM(name, text) \
  static auto name(Array<T> x, [[maybe_unused]] Array<T> y) { return text; }
  PROGRAM(sum, parax::sum(x))
  PROGRAM(product, parax::product(x))
  PROGRAM(min, parax::min(x))
  PROGRAM(max, parax::max(x))
  PROGRAM(argMin, parax::argMin(x))
  PROGRAM(argMax, parax::argMax(x))
  PROGRAM(mean, parax::mean(x))
  PROGRAM(var, parax::var(x))
  PROGRAM(dot, parax::dot(x, y))
  PROGRAM(norm, parax::norm(x))
  PROGRAM(largest,
          parax::reduce([](auto a, auto b) { return select(abs(a) < abs(b), b, a); }, 0, x))
  PROGRAM(summary, std::tuple(parax::sum(x), parax::min(x), parax::max(x)))
  PROGRAM(any, parax::any(x))
  PROGRAM(all, parax::all(x))
  PROGRAM(count, parax::count(x))
#undef PROGRAM
};

template <class T>
using Row = void (*)(Suite&, const std::string&, const ReduceFamily<T>&);
#define ROW(reduction, reads)                                                \
  [](Suite& suite, const std::string& name, const ReduceFamily<T>& family) { \
    reduceRow(suite, name, family, Program<T>::reduction);                   \
  },
template <class T>
constexpr Row<T> rows[] = {NATIVE_REDUCTIONS(ROW)};
namespace boolean {
using T = bool;
constexpr Row<bool> rows[] = {NATIVE_BOOL_REDUCTIONS(ROW)};
}  // namespace boolean
template <class T>
constexpr Row<T> complexRows[] = {ROW(product, x)};

// The rows and the families are in the order of the same lists.
template <class T, std::size_t count>
void addRows(std::vector<Entry>& entries, const std::string& prefix, const std::string& type,
             const Row<T> (&list)[count]) {
  const auto families = reduceFamilies<T>();
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = prefix + "_" + families[k].reduction + "_" + type;
    entries.push_back({name, [name, run = list[k], family = &families[k]](Suite& s, int) {
      run(s, name, *family);
    }, true, true});
  }
}

}  // namespace

std::vector<Entry> reductionEntries() {
  std::vector<Entry> entries;
#define ADD(T) addRows(entries, "reduce", #T, rows<T>);
#define ADD_COMPLEX(T) addRows(entries, "complex", #T, complexRows<std::complex<T>>);
  NATIVE_FLOAT_TYPES(ADD)
  NATIVE_INTEGER_TYPES(ADD)
  addRows(entries, "reduce", "bool", boolean::rows);
  NATIVE_FLOAT_TYPES(ADD_COMPLEX)
  return entries;
}

}  // namespace bench
