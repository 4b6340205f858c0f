// What the gallery knows about an example: how to call it, and plain C++ that does the same. Each
// file here includes its example, so that what is timed is what users copy.
#pragma once

#include <parax/parax.h>

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace gallery {

// One way to compute an example's results.
struct Side {
  std::function<void()> run;
  std::function<std::vector<double>()> numbers;  // of the latest run
};

// How well the results must agree.
struct Agreement {
  double tolerance = 1e-9;  // of an element, relative to it and to the mean
  double mayDiffer = 0;     // the share of elements that need not agree
};

struct Example {
  Side compiled, library, handWritten;
  std::function<parax::Explanation()> explanation;  // of the latest compiled run
  Agreement agreement;
};

// Sizes are divided by this in a quick run.
struct Scale {
  std::int64_t divisor = 1;
  std::int64_t of(std::int64_t n) const { return n / divisor; }
};

struct Entry {
  int place;  // in the table
  std::string name, about;
  std::string note;  // why the hand-written loop is slower, where it is
  Example (*make)(Scale scale);
};

// In the order of their places. An entry in a file's own constant joins them.
const std::vector<Entry>& entries();
struct Registration {
  explicit Registration(Entry entry);
};

// --- What a result holds, as numbers ---
template <class T>
void append(std::vector<double>& numbers, const std::vector<T>& all) {
  for (const T element : all) numbers.push_back(static_cast<double>(element));
}
template <class T, int N>
void append(std::vector<double>& numbers, const parax::Array<T, N>& array) {
  for (const T element : array.span()) numbers.push_back(static_cast<double>(element));
}
template <class T>
void append(std::vector<double>& numbers, const parax::Value<T>& value) {
  numbers.push_back(static_cast<double>(value.get()));
}
template <class... T>
void append(std::vector<double>& numbers, const std::tuple<T...>& all) {
  std::apply([&](const auto&... each) { (append(numbers, each), ...); }, all);
}

// Keeps the latest result of a callable, as a user's variable does.
template <class Compute>
Side side(Compute compute) {
  using Result = std::decay_t<decltype(compute())>;
  auto latest = std::make_shared<Result>();
  return {[=]() mutable { *latest = compute(); }, [=] {
    std::vector<double> numbers;
    append(numbers, *latest);
    return numbers;
  }};
}

// call(g) calls an accelerated f with the example's
// arguments; handWritten() returns a vector that it keeps.
template <class F, class Call, class HandWritten>
Example example(F f, Call call, HandWritten handWritten, const Agreement& agreement = {}) {
  const auto compiled = parax::acc(f);
  const auto library = parax::acc(f, parax::Options{.mode = parax::Mode::library});
  // Vectors are filled in place: copying one would be charged to the loop.
  auto loops = std::make_shared<HandWritten>(std::move(handWritten));
  Side plain{[=] { (*loops)(); }, [=] {
    std::vector<double> numbers;
    append(numbers, (*loops)());
    return numbers;
  }};
  return {side([=] { return call(compiled); }), side([=] { return call(library); }),
          std::move(plain), [=] { return explain(compiled); }, agreement};
}

}  // namespace gallery
