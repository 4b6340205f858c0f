// One row per math function and type, conversions of bytes, several reductions in one pass.
#include "check.h"
#include "functions.h"
#include "kernels.h"
#include "memory.h"
#include "programs.h"

namespace bench {
namespace {

using parax::Array;

template <class T>
struct Row {
  const char* function;
  Array<T> (*apply)(Array<T>);
};
template <class T>
constexpr Row<T> rows[] = {
#define ROW(name, low, high) {#name, [](Array<T> x) -> Array<T> { return parax::name(x); }},
    NATIVE_UNARY_FUNCTIONS(ROW)
#undef ROW
};

template <class From, class To>
struct Pair {
  explicit Pair(std::size_t n) : x(n), out(n) {}
  HugeArray<From> x;
  HugeArray<To> out;
};

template <class T>
void functionRow(Suite& suite, std::size_t k, const std::string& name) {
  const std::size_t n = suite.large();
  const auto count = static_cast<std::int64_t>(n);
  const native::UnaryFamily<T>& family = native::unaryFamilies<T>()[k];
  Pair<T, T> data(n);
  for (std::size_t i = 0; i < n; ++i)
    data.x[i] = static_cast<T>(family.low + (family.high - family.low) *
                                                static_cast<double>(i * 7919 % 100003) / 100003);
  const auto g = parax::acc(rows<T>[k].apply, parax::Options{.threads = 1});
  const auto x = Array<T>::borrow(data.x.span());
  Array<T> y;
  std::vector<Contestant> natives;
  for (const auto& variant : family.variants)
    natives.push_back(
        {variant.name, [&, run = variant.run] { run(data.x.data(), data.out.data(), count, 1); }});
  y = g(x);
  natives.back().run();
  expectClose(name, y.data(), data.out.data(), n);
  Result result{.name = name, .threads = 1, .elements = static_cast<double>(n)};
  result.bytesPerElement = 2 * sizeof(T);
  result.scalarTarget = family.libmvec ? 3 : 0;
  result.bandwidth = suite.bandwidth(1);
  result.target = ratioAtLeast(0.97);
  result.note = notVectorised(explain(g));
  suite.compare(result, [&] { y = g(x); }, natives);
}

template <class From, class To>
void convertRow(Suite& suite, int threads, const std::string& name) {
  const std::size_t n = suite.large();
  Pair<From, To> data(n);
  for (std::size_t i = 0; i < n; ++i) data.x[i] = static_cast<From>(i % 251);
  const auto g = parax::acc([](Array<From> x) { return parax::cast<To>(x); },
                            parax::Options{.threads = threads});
  const auto x = Array<From>::borrow(data.x.span());
  Array<To> y;
  std::vector<Contestant> natives;
  for (const auto& variant : native::convertVariants<From, To>())
    natives.push_back({variant.name, [&, run = variant.run] {
      run(data.x.data(), data.out.data(), static_cast<std::int64_t>(n), threads);
    }});
  y = g(x);
  natives.back().run();
  for (std::size_t i = 0; i < n; ++i)
    if (y.data()[i] != data.out[i]) throw Failure(name + ": the results differ");
  Result result{.name = name, .threads = threads, .elements = static_cast<double>(n)};
  result.bytesPerElement = sizeof(From) + sizeof(To);
  result.bandwidth = suite.bandwidth(threads);
  result.target = ratioAtLeast(0.97);
  result.note = notVectorised(explain(g));
  suite.compare(result, [&] { y = g(x); }, natives);
}

void summaryRow(Suite& suite, int threads) {
  const std::size_t n = suite.large();
  HugeArray<double> data(n);
  for (std::size_t i = 0; i < n; ++i) data[i] = static_cast<double>(i * 7919 % 100003) - 5e4;
  const auto g = parax::acc([](Array<double> x) { return std::tuple(sum(x), min(x), max(x)); },
                            parax::Options{.threads = threads});
  const auto x = Array<double>::borrow(data.span());
  native::SumMinMax theirs{};
  std::vector<Contestant> natives;
  for (const auto& variant : native::summaryVariants())
    natives.push_back({variant.name, [&, run = variant.run] {
      theirs = run(data.data(), static_cast<std::int64_t>(n), threads);
    }});
  double ours = 0;
  const auto run = [&] { ours = std::get<0>(g(x)).get(); };
  run();
  natives.back().run();
  expectClose("sum_min_max_double", ours, theirs.sum);
  Result result{
      .name = "sum_min_max_double", .threads = threads, .elements = static_cast<double>(n)};
  result.bytesPerElement = sizeof(double);
  result.bandwidth = suite.bandwidth(threads);
  result.target = ratioAtLeast(0.97);
  result.note = notVectorised(explain(g));
  suite.compare(result, run, natives);
}

template <class T>
void addFunctions(std::vector<Entry>& entries, const std::string& type) {
  for (std::size_t k = 0; k < native::unaryFamilies<T>().size(); ++k) {
    const std::string name =
        std::string("function_") + native::unaryFamilies<T>()[k].function + "_" + type;
    entries.push_back({name, [k, name](Suite& s, int) { functionRow<T>(s, k, name); }, true});
  }
}

template <class From, class To>
Entry convertEntry(const std::string& name) {
  return {name, [name](Suite& s, int threads) { convertRow<From, To>(s, threads, name); }};
}

}  // namespace

std::vector<Entry> functionEntries() {
  std::vector<Entry> entries;
  addFunctions<double>(entries, "double");
  addFunctions<float>(entries, "float");
  entries.push_back(convertEntry<std::int8_t, float>("convert_int8_float"));
  entries.push_back(convertEntry<std::uint8_t, float>("convert_uint8_float"));
  entries.push_back(convertEntry<float, std::int8_t>("convert_float_int8"));
  entries.push_back(convertEntry<float, std::uint8_t>("convert_float_uint8"));
  entries.push_back({"sum_min_max_double", summaryRow});
  return entries;
}

}  // namespace bench
