// Complex arrays: a product and a sum, absolute values, a reduction.
#include <complex>

#include "check.h"
#include "kernels.h"
#include "memory.h"
#include "programs.h"

namespace bench {
namespace {

using parax::Array;

template <class T>
struct Data {
  explicit Data(std::size_t n) : x(n), y(n) {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = {static_cast<T>(i % 1000) / 500 - 1, static_cast<T>(i % 777) / 400};
      y[i] = {static_cast<T>(i % 913) / 300, 1 - static_cast<T>(i % 557) / 200};
    }
  }
  HugeArray<std::complex<T>> x, y;
};

template <class T>
Result resultOf(Suite& suite, const std::string& name, int threads, std::size_t bytes,
                const parax::Explanation& explanation) {
  Result result{.name = name, .threads = threads, .elements = static_cast<double>(suite.large())};
  result.bytesPerElement = static_cast<double>(bytes);
  result.bandwidth = suite.bandwidth(threads);
  result.target = ratioAtLeast(0.97);
  result.note = notVectorised(explanation);
  return result;
}

template <class T>
void multiplyAddRow(Suite& suite, int threads, const std::string& name) {
  using C = std::complex<T>;
  const std::size_t n = suite.large();
  Data<T> data(n);
  HugeArray<C> out(n);
  const auto g = parax::acc([](Array<C> x, Array<C> y) { return x * y + x; },
                            parax::Options{.threads = threads});
  const auto x = Array<C>::borrow(data.x.span()), y = Array<C>::borrow(data.y.span());
  Array<C> ours;
  std::vector<Contestant> natives;
  for (const auto& variant : native::complexMultiplyAddVariants<T>())
    natives.push_back({variant.name, [&, run = variant.run] {
      run(data.x.data(), data.y.data(), out.data(), static_cast<std::int64_t>(n), threads);
    }});
  ours = g(x, y);
  natives.back().run();
  expectClose(name, reinterpret_cast<const T*>(ours.data()), reinterpret_cast<const T*>(out.data()),
              2 * n);
  suite.compare(resultOf<T>(suite, name, threads, 3 * sizeof(C), explain(g)),
                [&] { ours = g(x, y); }, natives);
}

template <class T>
void absRow(Suite& suite, int threads, const std::string& name) {
  using C = std::complex<T>;
  const std::size_t n = suite.large();
  Data<T> data(n);
  HugeArray<T> out(n);
  const auto g = parax::acc([](Array<C> z) { return abs(z); }, parax::Options{.threads = threads});
  const auto x = Array<C>::borrow(data.x.span());
  Array<T> ours;
  std::vector<Contestant> natives;
  for (const auto& variant : native::complexAbsVariants<T>())
    natives.push_back({variant.name, [&, run = variant.run] {
      run(data.x.data(), out.data(), static_cast<std::int64_t>(n), threads);
    }});
  ours = g(x);
  natives.back().run();
  expectClose(name, ours.data(), out.data(), n);
  suite.compare(resultOf<T>(suite, name, threads, 3 * sizeof(T), explain(g)), [&] { ours = g(x); },
                natives);
}

template <class T>
void sumRow(Suite& suite, int threads, const std::string& name) {
  using C = std::complex<T>;
  Data<T> data(suite.large());
  const auto g = parax::acc([](Array<C> z) { return sum(z); }, parax::Options{.threads = threads});
  const auto x = Array<C>::borrow(data.x.span());
  C ours, theirs;
  std::vector<Contestant> natives;
  for (const auto& variant : native::complexSumVariants<T>())
    natives.push_back({variant.name, [&, run = variant.run] {
      theirs = run(data.x.data(), static_cast<std::int64_t>(suite.large()), threads);
    }});
  const auto run = [&] { ours = g(x).get(); };
  run();
  natives.back().run();
  expectClose(name, ours.real(), theirs.real());
  expectClose(name, ours.imag(), theirs.imag());
  suite.compare(resultOf<T>(suite, name, threads, sizeof(C), explain(g)), run, natives);
}

template <class T>
void addRows(std::vector<Entry>& entries, const std::string& type) {
  const auto add = [&](const std::string& what, void (*row)(Suite&, int, const std::string&)) {
    const std::string name = what + "_" + type;
    entries.push_back({name, [=](Suite& s, int threads) { row(s, threads, name); }});
  };
  add("multiply_add", multiplyAddRow<T>);
  add("abs", absRow<T>);
  add("sum", sumRow<T>);
}

}  // namespace

std::vector<Entry> complexEntries() {
  std::vector<Entry> entries;
  addRows<double>(entries, "complex_double");
  addRows<float>(entries, "complex_float");
  return entries;
}

}  // namespace bench
