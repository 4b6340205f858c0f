// What a call costs beside the work: replays of traces that are kept, and recording itself.
#include <array>

#include "check.h"
#include "kernels.h"
#include "programs.h"

namespace bench {
namespace {

using parax::Array;

constexpr int few = 16;

// x + x * x over 16 elements: nearly all of it is the call.
void warmCall(Suite& suite, int) {
  std::array<double, few> numbers{}, theirs{};
  for (int k = 0; k < few; ++k) numbers[static_cast<std::size_t>(k)] = 1 + 0.5 * k;
  const auto g = parax::acc(&addSquare);
  const Array<double> x(std::span<const double>{numbers});
  Array<double> y = g(x);
  const auto loop = [&] { native::addSquare(numbers.data(), theirs.data(), few); };
  loop();
  expectClose("warm_call", y.data(), theirs.data(), few);
  const auto recordings = parax::stats().recordings;
  y = g(x);
  if (parax::stats().recordings != recordings)
    throw Failure("warm_call: the function was recorded again: " + explain(g).whyNot);
  Result result{.name = "warm_call", .elements = few, .target = excessAtMost(500)};
  suite.compare(result, [&] { y = g(x); }, {{"C++ loop", loop}});
}

Array<double> sumsOfTwo(const Array<double>& a, const Array<double>& b) {
  constexpr int pairs = 250;
  Array<double> t = a + b;
  for (int k = 1; k < pairs; ++k) t = t + a + b;
  return t;
}

// The same two sizes meet 250 times: what is checked before a replay is checked once.
void warmCallOf500(Suite& suite, int) {
  const std::array<double, few> numbers{};
  const auto g = parax::acc(&sumsOfTwo);
  const Array<double> a(std::span<const double>{numbers}), b(std::span<const double>{numbers});
  Array<double> y = g(a, b);
  const auto recordings = parax::stats().recordings;
  y = g(a, b);
  if (parax::stats().recordings != recordings)
    throw Failure("warm_call_500: the function was recorded again: " + explain(g).whyNot);
  std::array<double, few> theirs{};
  const auto loop = [&] {
    for (std::size_t k = 0; k < few; ++k) {
      double t = numbers[k] + numbers[k];
      for (int pair = 1; pair < 250; ++pair) t = t + numbers[k] + numbers[k];
      theirs[k] = t;
    }
  };
  Result result{.name = "warm_call_500", .elements = few};
  suite.compare(result, [&] { y = g(a, b); }, {{"C++ loop", loop}});
}

Array<double> chain(const Array<double>& x, int operations) {
  Array<double> t = x;
  for (int k = 0; k < operations; k += 2) t = t * x + 0.5;
  return t;
}

// A function with captures runs at every call: what each operation in it costs.
void recordedOperation(Suite& suite, int) {
  constexpr int less = 2, more = 22;
  const Array<double> x(std::span<const double>{std::array<double, few>{}});
  const auto recordedChain = [](int operations) {
    return parax::acc([operations](Array<double> in) { return chain(in, operations); });
  };
  const auto recordedLess = recordedChain(less), recordedMore = recordedChain(more);
  const auto replayedLess = parax::acc([](Array<double> in) { return chain(in, less); });
  const auto replayedMore = parax::acc([](Array<double> in) { return chain(in, more); });
  Array<double> y;
  const auto before = parax::stats().recordings;
  recordedMore(x);
  recordedMore(x);
  if (parax::stats().recordings != before + 2)
    throw Failure("recorded_operation: a function with captures was not recorded again");
  const std::vector<Contestant> all = {{"recorded, more", [&] { y = recordedMore(x); }},
                                       {"recorded, less", [&] { y = recordedLess(x); }},
                                       {"replayed, more", [&] { y = replayedMore(x); }},
                                       {"replayed, less", [&] { y = replayedLess(x); }}};
  std::vector<double> best(all.size(), 1e300);
  for (const Contestant& contestant : all) contestant.run();
  // Not race(): nobody drops out here.
  for (int round = 0; round < 2 * suite.settings().rounds; ++round)
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto start = std::chrono::steady_clock::now();
      constexpr int runs = 200;
      for (int r = 0; r < runs; ++r) all[k].run();
      best[k] = std::min(best[k], nanosecondsSince(start) / runs);
    }
  Result call{.name = "recorded_call_2_operations"};
  call.oursNs = best[1];
  call.nativeNs = best[3];
  call.bestNative = "the same call replayed";
  suite.add(call);
  Result operation{.name = "recorded_operation", .target = nanosecondsAtMost(60)};
  operation.oursNs = (best[0] - best[1]) / (more - less);
  operation.nativeNs = (best[2] - best[3]) / (more - less);
  operation.bestNative = "replayed, per operation";
  suite.add(operation);
}

void expectNoCompilation(const std::string& what, const std::function<void()>& run) {
  const auto before = parax::stats().compilations;
  run();
  if (parax::stats().compilations != before)
    throw Failure("no_new_compilation: " + what + " compiled again");
}

// Sizes and numbers are parameters of the code: other ones must not compile.
void noNewCompilation(Suite& suite, int) {
  const auto ones = [](std::int64_t n) { return parax::full<double>(1.0, n); };
  const auto scale = parax::acc([](Array<double> x, double a) { return a * x + x; });
  const auto shift = [](double by) {
    return parax::acc([by](Array<double> x) { return sum(x * x + by); });
  };
  scale(ones(1000), 0.3);
  shift(0.3)(ones(1000));
  const auto start = std::chrono::steady_clock::now();
  for (const std::int64_t n : {1001, 7, 100'000, 2}) {
    expectNoCompilation("a new size", [&] { scale(ones(n), 0.3); });
    expectNoCompilation("a new size of a sum", [&] { shift(0.3)(ones(n)); });
  }
  expectNoCompilation("a new number as argument", [&] { scale(ones(1000), 0.7); });
  expectNoCompilation("a new number in a capture", [&] { shift(0.7)(ones(1000)); });
  Result result{.name = "no_new_compilation", .bestNative = "checked, no time to compare"};
  result.oursNs = result.nativeNs = nanosecondsSince(start) / 10;
  suite.add(result);
}

}  // namespace

std::vector<Entry> callEntries() {
  return {{"warm_call", warmCall, true},
          {"warm_call_500", warmCallOf500, true},
          {"recorded_operation", recordedOperation, true},
          {"no_new_compilation", noNewCompilation, true}};
}

}  // namespace bench
