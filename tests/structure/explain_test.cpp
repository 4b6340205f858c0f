// explain as data and text: words, sizes, bytes, flops, fates, refusals, cache.
#include <algorithm>

#include "snapshot.h"

namespace parax::structure {
namespace {

using Fate = OperationReport::Fate;

template <class F, class... Args>
Explanation explained(F f, const Args&... args) {
  const auto g = acc(f, compiled);
  g(args...);
  return explain(g);
}

template <class F, class... Args>
ProgramReport programOf(F f, const Args&... args) {
  const Explanation report = explained(f, args...);
  EXPECT_EQ(report.programs.size(), 1u) << report;
  return report.programs.at(0);
}

std::vector<std::string> wordsOf(const LoopReport& loop) {
  std::vector<std::string> words;
  for (const OperationReport& operation : loop.operations) words.push_back(operation.operation);
  return words;
}

using Words = std::vector<std::string>;
const Array<double> x{1, 2, 3, 4, 5};
const Array<float, 2> matrix{{1, 2, 3}, {4, 5, 6}};
const Array<float> row{1, 2, 3};

TEST(Explain, OperationsInTheUsersWords) {
  const ProgramReport program = programOf([](Array<double> a, Array<std::int32_t> i) {
    const auto mask = (a < 3 && !(a == 1)) || i >= 2;
    return select(mask, -a, abs(a) / exp(a)) + cast<double>(i);
  }, x, Array<std::int32_t>{1, 2, 3, 4, 5});
  ASSERT_EQ(program.loops.size(), 1u);
  const Words words = wordsOf(program.loops[0]);
  for (const char* word :
       {"<", "!", "&&", ">=", "||", "-", "abs", "exp", "/", "select", "+", "cast<double>"})
    EXPECT_TRUE(std::count(words.begin(), words.end(), word)) << word;
  for (const OperationReport& operation : program.operations) {
    EXPECT_EQ(operation.file, "explain_test.cpp");
    EXPECT_NE(operation.path.find(operation.file), std::string::npos);
    EXPECT_TRUE(operation.type == "double" || operation.type == "bool") << operation.type;
    EXPECT_EQ(operation.shape, "[n]");
  }
  const ProgramReport reductions = programOf([](Array<float> a) {
    const auto low = min(a), high = max(a);
    return std::tuple(low, high);
  }, row);
  EXPECT_EQ(wordsOf(reductions.loops.at(0)), (Words{"min", "max"}));
  EXPECT_EQ(reductions.operations[0].type, "float");
  EXPECT_EQ(reductions.inputs.at(0).type, "float");
}

TEST(Explain, SizesBytesAndFlops) {
  const ProgramReport program =
      programOf([](Array<float, 2> m, Array<float> r) { return (m + r) * m; }, matrix, row);
  ASSERT_EQ(program.sizes.size(), 2u);
  EXPECT_EQ(program.sizes[0].name, "n");
  EXPECT_EQ(program.sizes[0].value, 2);
  EXPECT_EQ(program.sizes[0].source, "extent(0) of argument 1");
  EXPECT_EQ(program.sizes[1].name, "m");
  EXPECT_EQ(program.sizes[1].value, 3) << "the row's length is the same size";
  ASSERT_EQ(program.loops.size(), 1u);
  const LoopReport& loop = program.loops[0];
  EXPECT_EQ(loop.space, "[n, m]");
  EXPECT_EQ(loop.points.formula, "n*m");
  EXPECT_EQ(loop.points.value, 6);
  EXPECT_EQ(loop.bytes.formula, "8*n*m + 4*m");
  EXPECT_EQ(loop.bytes.value, 8 * 6 + 4 * 3);
  EXPECT_EQ(loop.flops.formula, "2*n*m");
  EXPECT_EQ(loop.flops.value, 12);
  EXPECT_EQ(program.bytes.value, loop.bytes.value);
  EXPECT_EQ(program.arraysVanished, 1);
  EXPECT_EQ(program.bytesSaved.formula, "8*n*m") << "one write and one read of the sum";
  EXPECT_EQ(program.bytesSaved.value, 48);
  EXPECT_EQ(program.operations[0].fate, Fate::vanished);
  EXPECT_EQ(program.operations[0].bytes.value, 24);
  EXPECT_EQ(program.operations[1].fate, Fate::result);
}

TEST(Explain, MultiplyAddsHaveBothLines) {
  const ProgramReport program = programOf([](Array<double> a, Array<double> b, Array<double> c) {
    const auto product = a * b;
    return product + c;
  }, x, x, x);
  ASSERT_EQ(program.loops.size(), 1u);
  ASSERT_EQ(program.loops[0].operations.size(), 1u);
  const OperationReport& fused = program.loops[0].operations[0];
  EXPECT_EQ(fused.operation, "a * b + c");
  EXPECT_EQ(fused.otherLine, fused.line - 1);
  EXPECT_EQ(fused.operands, (std::vector<int>{~0, ~1, ~2}));
  EXPECT_EQ(program.loops[0].flopsPerPoint, 2);
  ASSERT_EQ(program.operations.size(), 2u);
  EXPECT_EQ(program.operations[0].operation, "*");
  EXPECT_EQ(program.operations[0].fusedInto, 1);
  EXPECT_TRUE(program.operations[0].loops.empty());
  const auto word = [](auto f) {
    return programOf(f, x, x).loops.at(0).operations.at(0).operation;
  };
  EXPECT_EQ(word([](Array<double> a, Array<double> b) { return a * b - a; }), "a * b - c");
  EXPECT_EQ(word([](Array<double> a, Array<double> b) { return a - a * b; }), "c - a * b");
  EXPECT_EQ(word([](Array<double> a, Array<double> b) { return a + a * b; }), "c + a * b");
}

TEST(Explain, RefusalsNameBothLinesAndWhatIsWaitedFor) {
  const ProgramReport program = programOf([](Array<double> a, Value<double> n) {
    const auto mean = sum(a) / n;
    const auto centred = a - mean;
    const auto deviation = sqrt(sum(centred * centred) / n);
    return centred / deviation;
  }, x, 5);
  const int last = __LINE__ - 2;
  ASSERT_EQ(program.loops.size(), 5u);
  ASSERT_EQ(program.refusals.size(), 5u);
  EXPECT_EQ(program.refusals[0].reason, "the sum must be complete before it is used");
  EXPECT_EQ(program.refusals[0].first.line, last - 3);
  EXPECT_EQ(program.refusals[0].second.operation, "/");
  EXPECT_EQ(program.refusals[1].reason, "one number, used at every point of [n]");
  const RefusalReport& kept = program.refusals[3];
  EXPECT_EQ(kept.first.operation, "-");
  EXPECT_EQ(kept.first.line, last - 2);
  EXPECT_EQ(kept.second.line, last);
  EXPECT_EQ(kept.firstLoop, 2);
  EXPECT_EQ(kept.secondLoop, 4);
  EXPECT_EQ(kept.reason, "in between, sqrt (explain_test.cpp:" + std::to_string(last - 1) +
                             ") must be complete");
  EXPECT_EQ(program.temporaries, 1);
  EXPECT_EQ(program.operations[2].fate, Fate::kept);
  EXPECT_EQ(program.loops[4].reads.size(), 2u);
}

TEST(Explain, OtherSpaces) {
  const ProgramReport program =
      programOf([](Array<float, 2> m, Array<float> r) { return m * exp(r); }, matrix, row);
  ASSERT_EQ(program.refusals.size(), 1u);
  EXPECT_EQ(program.refusals[0].reason, "computed over [m], used over [n, m]");
}

TEST(Explain, VectorsAndThreads) {
  const auto f = [](Array<double> a) { return a / sum(a); };
  const ProgramReport few = programOf(f, x);
  EXPECT_GE(few.loops.at(0).vectorLanes, 2);
  EXPECT_EQ(few.loops[0].threads, 1);
  EXPECT_NE(few.loops[0].serialReason.find("5 points, threads pay from "), std::string::npos)
      << few.loops[0].serialReason;
  const auto g = acc(f, Options{.mode = Mode::compile, .threads = 1});
  g(iota<double>(1'000'000));
  const LoopReport serial = explain(g).programs.at(0).loops.at(0);
  EXPECT_EQ(serial.threads, 1);
  EXPECT_EQ(serial.serialReason, "Options::threads is 1");
  const LoopReport once =
      programOf([](Array<double> a) { return sqrt(sum(a)) / max(a); }, x).loops.at(1);
  EXPECT_EQ(once.space, "[]");
  EXPECT_EQ(once.vectorLanes, 1);
  EXPECT_FALSE(once.scalarReason.empty());
  EXPECT_EQ(once.serialReason, "a single point");
}

TEST(Explain, UnusedAndSimplified) {
  const ProgramReport program = programOf([](Array<double> a) {
    const auto unused = exp(a);
    const auto same = a * 1;
    return same + log(a);
  }, x);
  EXPECT_EQ(program.arraysUnused, 1);
  EXPECT_EQ(program.operations[0].fate, Fate::unused);
  EXPECT_TRUE(program.operations[1].loops.empty()) << "a * 1 is a";
  EXPECT_EQ(program.operations[1].fate, Fate::vanished);
  const ProgramReport none = programOf([](Array<double> a) { return a; }, x);
  EXPECT_TRUE(none.loops.empty());
}

TEST(Explain, GeneratorsAndScalars) {
  const auto f = acc([](Index n, Value<double> k) {
    const auto numbers = iota<double>(n);
    return numbers * (k * k + 1);
  }, compiled);
  f(Index(7), 3);
  const ProgramReport program = explain(f).programs.at(0);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(wordsOf(program.loops[0]), (Words{"iota", "a * b + c", "*"}));
  EXPECT_EQ(program.sizes.at(0).value, 7);
  EXPECT_EQ(program.loops[0].flops.formula, "n + 2") << "the scalar is computed once";
}

TEST(Explain, ResultsThatAreSimplyNumbers) {
  const ProgramReport program =
      programOf([](Value<double> k) { return std::tuple(k * 1.0, k + 2.0, k * 1.0); }, 3.0);
  ASSERT_EQ(program.loops.size(), 1u);
  EXPECT_EQ(wordsOf(program.loops[0]), (Words{"*", "+"}));
  const auto truth =
      acc([](Value<bool> k) { return std::tuple(k && true, k || true, !k); }, compiled);
  truth(true);
  EXPECT_EQ(explain(truth).programs.at(0).operations.size(), 3u);
  EXPECT_FALSE(explain(truth).html().empty());
}

TEST(Explain, CacheReasons) {
  const auto f = [](Array<double> a) { return log10(a) * 0.5 + a; };
  const Explanation first = explained(f, x);
  EXPECT_FALSE(first.programs.at(0).cacheHit);
  EXPECT_NE(first.programs[0].cacheReason.find("first recording"), std::string::npos);
  EXPECT_EQ(first.programs[0].phases.size(), 5u);
  EXPECT_GE(first.programs[0].passes.size(), 5u);
  const Explanation second = explained(f, x);
  EXPECT_TRUE(second.programs.at(0).cacheHit);
  EXPECT_NE(second.programs[0].cacheReason.find(first.programs[0].name), std::string::npos);

  const auto other = acc([](auto a, auto b) { return log10(a) - erf(b); }, compiled);
  other(x, x);
  other(x, Array<double>{1});
  EXPECT_NE(explain(other).programs.at(0).cacheReason.find("equal or 1"), std::string::npos)
      << explain(other);
  other(row, row);
  EXPECT_NE(explain(other).programs.at(0).cacheReason.find("element types"), std::string::npos)
      << explain(other);
  int iterations = 1;
  const auto growing = acc([&iterations](Array<double> a) {
    for (int k = 0; k < iterations; ++k) a = log10(erf(a));
    return a;
  }, compiled);
  growing(x);
  iterations = 2;
  growing(x);
  EXPECT_NE(explain(growing).programs.at(0).cacheReason.find("explain_test.cpp:"),
            std::string::npos);
}

TEST(Explain, TextIsShort) {
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  const Explanation one = explained([](Array<double> a) { return a * 2 + 3; }, x);
  EXPECT_LE(lines(one.text()), 7) << one;
  const Explanation many = explained([](Array<double> a) {
    for (int k = 0; k < 50; ++k) a = a / sum(a);
    return a;
  }, x);
  EXPECT_EQ(many.programs.at(0).loops.size(), 51u);
  EXPECT_LE(lines(many.text()), 14) << many;
  EXPECT_NE(many.text().find("loops 2-50"), std::string::npos) << many;
  EXPECT_NE(many.text().find("(50 times)"), std::string::npos) << many;
}

}  // namespace
}  // namespace parax::structure
