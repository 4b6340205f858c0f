// Ten element-wise statements: fused by Parax, by hand, or left as ten loops.
#include "check.h"
#include "kernels.h"
#include "memory.h"
#include "programs.h"

namespace bench {
namespace {

using parax::Array;

struct Inputs {
  explicit Inputs(std::size_t n) : x(n), y(n), out(n), count(static_cast<std::int64_t>(n)) {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = 1 + 1e-3 * static_cast<double>(i % 1000);
      y[i] = 2 - 1e-3 * static_cast<double>(i % 777);
    }
  }
  HugeArray<double> x, y, out;
  std::int64_t count;
};

auto tenInto(int threads) {
  return parax::acc([](Array<double> x, Array<double> y, Array<double>& out) { out = ten(x, y); },
                    parax::Options{.threads = threads});
}

// Ours into an existing result, against the natives that `variants` makes for the inputs.
template <class Variants>
void existing(Suite& suite, Result result, const Variants& variants) {
  const auto n = static_cast<std::size_t>(result.elements);
  Inputs in(n);
  const auto g = tenInto(result.threads);
  const auto x = Array<double>::borrow(in.x.span()), y = Array<double>::borrow(in.y.span());
  Array<double> out = parax::zeros<double>(in.count);
  const auto ours = [&] { g(x, y, out); };
  const std::vector<Contestant> natives = variants(in, result.threads);
  ours();
  natives.back().run();
  expectClose(result.name, out.data(), in.out.data(), n);
  result.bytesPerElement = 24;
  result.note = notVectorised(explain(g));
  suite.compare(result, ours, natives);
}

std::vector<Contestant> fusedByHand(Inputs& in, int threads) {
  std::vector<Contestant> natives;
  for (const auto& variant : native::fusedTenVariants())
    natives.push_back({variant.name, [&in, threads, run = variant.run] {
      run(in.x.data(), in.y.data(), in.out.data(), in.count, threads);
    }});
  return natives;
}

void sameBuffers(Suite& suite, int threads) {
  Result result{.name = "ten", .threads = threads, .elements = static_cast<double>(suite.large())};
  result.bandwidth = suite.bandwidth(threads);
  result.target = ratioAtLeast(0.97);
  existing(suite, result, fusedByHand);
}

void inSecondLevelCache(Suite& suite, int threads) {
  existing(suite, {.name = "ten_l2", .threads = threads, .elements = 32768}, fusedByHand);
}

void againstStatements(Suite& suite, int threads) {
  const std::size_t n = suite.large();
  HugeArray<double> scratch(n);
  Result result{.name = "ten_vs_statements", .threads = threads};
  result.elements = static_cast<double>(n);
  result.bandwidth = suite.bandwidth(threads);
  result.target = ratioAtLeast(6);
  existing(suite, result, [&](Inputs& in, int) {
    std::vector<Contestant> natives;
    for (const auto& variant : native::statementTenVariants())
      natives.push_back({variant.name, [&in, &scratch, threads, run = variant.run] {
        run(in.x.data(), in.y.data(), in.out.data(), scratch.data(), in.count, threads);
      }});
    return natives;
  });
}

void againstAllocatingStatements(Suite& suite, int threads) {
  Result result{.name = "ten_vs_allocating_statements", .threads = threads};
  result.elements = static_cast<double>(suite.large());
  result.bandwidth = suite.bandwidth(threads);
  existing(suite, result, [](Inputs& in, int count) {
    std::vector<Contestant> natives;
    for (const auto& variant : native::allocatingTenVariants())
      natives.push_back({variant.name, [&in, count, run = variant.run] {
        run(in.x.data(), in.y.data(), in.out.data(), in.count, count);
      }});
    return natives;
  });
}

void fresh(Suite& suite, int threads) {
  const std::size_t n = suite.large();
  Inputs in(n);
  const auto g = parax::acc(&ten, parax::Options{.threads = threads});
  const auto x = Array<double>::borrow(in.x.span()), y = Array<double>::borrow(in.y.span());
  std::vector<Contestant> all = {{"ours", [&] { g(x, y); }}};
  for (const auto& variant : native::freshTenVariants())
    all.push_back({variant.name, [&in, threads, run = variant.run] {
      run(in.x.data(), in.y.data(), in.count, threads);
    }});
  addFreshRows(suite, "ten_fresh", threads, n, all);
}

}  // namespace

std::vector<Entry> tenEntries() {
  return {{"ten", sameBuffers},
          {"ten_l2", inSecondLevelCache},
          {"ten_fresh", fresh},
          {"ten_vs_statements", againstStatements},
          {"ten_vs_allocating_statements", againstAllocatingStatements}};
}

}  // namespace bench
