// explain as data and text: words, sizes, bytes, flops, fates, refusals, cache.
#include <algorithm>

#include "snapshot.h"

namespace parax::structure {
namespace {
struct Pair;
}
}  // namespace parax::structure

template <>
struct parax::Fields<parax::structure::Pair> {
  static auto tie(auto& p) { return std::tie(p.first, p.unused, p.inner); }
};

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
const Array<double> row3{1, 2, 3};

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
  EXPECT_EQ(program.sizes[1].name, "n2");
  EXPECT_EQ(program.sizes[1].value, 3) << "the row's length is the same size";
  ASSERT_EQ(program.loops.size(), 1u);
  const LoopReport& loop = program.loops[0];
  EXPECT_EQ(loop.space, "[n, n2]");
  EXPECT_EQ(loop.points.formula, "n*n2");
  EXPECT_EQ(loop.points.value, 6);
  EXPECT_EQ(loop.bytes.formula, "8*n*n2 + 4*n2");
  EXPECT_EQ(loop.bytes.value, 8 * 6 + 4 * 3);
  EXPECT_EQ(loop.flops.formula, "2*n*n2");
  EXPECT_EQ(loop.flops.value, 12);
  EXPECT_EQ(program.bytes.value, loop.bytes.value);
  EXPECT_EQ(program.arraysVanished, 1);
  EXPECT_EQ(program.bytesSaved.formula, "8*n*n2") << "one write and one read of the sum";
  EXPECT_EQ(program.bytesSaved.value, 48);
  EXPECT_EQ(program.operations[0].fate, Fate::vanished);
  EXPECT_EQ(program.operations[0].bytes.value, 24);
  EXPECT_EQ(program.operations[1].fate, Fate::result);
}

TEST(Explain, MultiplyAddsHaveBothLines) {
  const ProgramReport program = programOf([](Array<double> a, Array<double> b, Array<double> c) {
    const auto plus = [](auto&& p, const auto& q) { return std::move(p) + q; };
    return plus(a * b, c);
  }, x, x, x);
  ASSERT_EQ(program.loops.size(), 1u);
  ASSERT_EQ(program.loops[0].operations.size(), 1u);
  const OperationReport& fused = program.loops[0].operations[0];
  EXPECT_EQ(fused.operation, "a * b + c");
  EXPECT_EQ(fused.otherLine, fused.line + 1);
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

TEST(Explain, DifferencesAreOneOperation) {
  for (const bool productFirst : {true, false}) {
    const ProgramReport program = programOf([=](Array<double> a, Array<double> b) {
      return productFirst ? a * 0.25 - b : b - a * 0.25;
    }, x, x);
    ASSERT_EQ(program.operations.size(), 2u);
    EXPECT_EQ(program.operations[1].operation, "-");
    EXPECT_EQ(program.operations[1].operands,
              productFirst ? (std::vector<int>{0, ~1}) : (std::vector<int>{~1, 0}));
    EXPECT_EQ(program.operations[0].fate, Fate::vanished);
    EXPECT_EQ(program.inputs[1].shape, "[n]") << "it is read";
    ASSERT_EQ(program.loops[0].operations.size(), 1u);
    EXPECT_EQ(program.loops[0].operations[0].expression,
              productFirst ? "a * 0.25 - c" : "c - a * 0.25");
  }
}

TEST(Explain, ProductsThatAreNotFusedBecauseTheyHaveAName) {
  const auto named = [](Array<double> a, Array<double> b) {
    const auto product = a * b;
    return product - a;
  };
  const Explanation report = explained(named, x, x);
  const ProgramReport& program = report.programs.at(0);
  ASSERT_EQ(program.operations.size(), 2u);
  EXPECT_EQ(program.operations[1].unfused, 0);
  EXPECT_EQ(wordsOf(program.loops.at(0)), (Words{"*", "-"}));
  EXPECT_NE(report.text().find("no multiply-add: the product has a name"), std::string::npos);
  const auto unfused = [](auto f, const auto&... args) {
    int sums = 0;
    for (const OperationReport& operation : programOf(f, args...).operations)
      sums += operation.unfused >= 0;
    return sums;
  };
  EXPECT_EQ(unfused([](Array<double> a) { return a * a + a; }, x), 0);
  EXPECT_EQ(unfused(
                [](Array<int> a) {
    const auto product = a * a;
    return product + a;
  }, Array<int>{1, 2}),
            0);
  using C = Array<std::complex<double>>;
  EXPECT_EQ(unfused([](C a) { return 2.0 * a + a; }, C{1, 2}), 0);
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
  EXPECT_EQ(program.refusals[1].reason, "the sum must be complete before it is used");
  EXPECT_EQ(program.refusals[1].first.line, last - 3);
  EXPECT_EQ(program.refusals[1].second.operation, "/");
  EXPECT_EQ(program.refusals[2].reason, "one number, used in every iteration over [n]");
  for (std::size_t k = 1; k < 5; ++k) EXPECT_TRUE(program.refusals[k].essential) << k;
  const RefusalReport& kept = program.refusals[0];
  EXPECT_FALSE(kept.essential);
  EXPECT_EQ(kept.bytes.value, 40);
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
  EXPECT_EQ(program.refusals[0].reason, "computed over [n2], used over [n, n2]");
}

TEST(Explain, VectorsAndThreads) {
  const auto f = [](Array<double> a) { return a / sum(a); };
  const ProgramReport few = programOf(f, x);
  EXPECT_GE(few.loops.at(0).vectorLanes, 2);
  EXPECT_EQ(few.loops[0].threads, 1);
  EXPECT_NE(few.loops[0].serialReason.find("more are used from "), std::string::npos)
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
  EXPECT_EQ(once.serialReason, "it runs once");
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

// The negation that a multiply-subtract needs is none of the user's arrays, whatever it negates.
TEST(Explain, NegationsKeepNoArrays) {
  const ProgramReport number = programOf([](Array<double> a, Value<double> k) {
    const auto p = k * max(a, 0.0);
    const auto d = p - mean(p);
    return sum(d * d);
  }, x, 2);
  EXPECT_EQ(number.temporaries, 1);
  EXPECT_EQ(number.bytes.formula, "24*n");
  EXPECT_EQ(number.loops.size(), 3u);
  EXPECT_EQ(wordsOf(number.loops[1]), (Words{"to double", "/"}));
  const ProgramReport byRow =
      programOf([](Array<float, 2> m, Array<float> r) { return m * m - r; }, matrix, row);
  EXPECT_EQ(byRow.loops.size(), 1u);
  EXPECT_EQ(byRow.temporaries, 0);
  const ProgramReport both = programOf([](Array<double> a, Array<double> b) {
    const auto difference = a * a - b, negated = -b;
    return std::tuple(difference, negated);
  }, x, x);
  EXPECT_EQ(both.temporaries, 0);
  ASSERT_EQ(both.operations.size(), 3u);
  EXPECT_EQ(both.operations[1].fate, Fate::result);
  EXPECT_EQ(both.operations[2].fate, Fate::result);
  EXPECT_EQ(both.loops.at(0).operations.back().operands, std::vector<int>{~1});
}

TEST(Explain, NumbersAndArgumentsAreWrittenOut) {
  const ProgramReport program = programOf([](Array<double> a, Value<double> k) {
    const auto low = max(a * 0.299, 0) + 0.5, grown = exp(a);
    return (low - k) * 0.587 + grown;
  }, x, 2);
  Words words;
  for (const OperationReport& operation : program.operations) words.push_back(operation.expression);
  EXPECT_EQ(words, (Words{"a * 0.299", "max(a, 0)", "a + 0.5", "exp", "a - argument 2", "a * 0.587",
                          "+"}));
  EXPECT_EQ(program.loops.at(0).operations.back().expression, "a * 0.587 + c");
}

struct Pair {
  Array<double> first, unused;
  std::tuple<int, Array<double>> inner;
};

TEST(Explain, ArgumentsAreTheUsers) {
  const auto f = acc([](Value<double> k, Pair p, Array<double> b) {
    const auto scaled = p.first * k;
    return scaled + std::get<1>(p.inner) * b;
  }, compiled);
  f(2, Pair{x, row3, {7, x}}, x);
  const ProgramReport program = explain(f).programs.at(0);
  ASSERT_EQ(program.inputs.size(), 4u);
  EXPECT_EQ(program.inputs[0].name, "argument 2.1");
  EXPECT_EQ(program.inputs[1].name, "argument 2.2");
  EXPECT_EQ(program.inputs[1].shape, "") << "nobody reads it";
  EXPECT_EQ(program.inputs[2].name, "argument 2.3.2");
  EXPECT_EQ(program.inputs[3].name, "argument 3");
  ASSERT_EQ(program.sizes.size(), 1u) << "nor its size";
  EXPECT_EQ(program.sizes[0].source, "extent(0) of argument 2.1");
  EXPECT_EQ(program.operations[0].expression, "a * argument 1");
}

// The operator cannot note its line: it is its operand's.
TEST(Explain, NegatedComparisonsHaveTheirLine) {
  const auto f = acc([](Array<double> a) {
    const auto outside = a < 0.0 || a > 1.0;
    return !(a > 0.5) && outside;
  });
  f(Array<double>{1, 2});
  const int last = __LINE__ - 3;
  const auto operations = explain(f).programs.at(0).operations;
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [](const auto& o) { return o.operation == "!"; });
  ASSERT_NE(found, operations.end());
  EXPECT_EQ(found->line, last);
  EXPECT_EQ(found->file, "explain_test.cpp");
}

TEST(Explain, CountIsCalledCount) {
  const ProgramReport program = programOf([](Array<double> a) { return count(a > 2); }, x);
  EXPECT_EQ(wordsOf(program.loops.at(0)), (Words{">", "to std::int64_t", "count"}));
  const ProgramReport cast =
      programOf([](Array<double> a) { return sum(parax::cast<std::int64_t>(a)); }, x);
  EXPECT_EQ(wordsOf(cast.loops.at(0)).back(), "sum");
}

TEST(Explain, LongLoopsAreTimed) {
  const auto f = acc([](Array<double> a) { return exp(a) + 1; }, compiled);
  f(x);
  EXPECT_EQ(explain(f).programs.at(0).loops.at(0).timedRuns, 0u);
  const auto large = iota<double>(100'000);
  const auto g = acc([](Array<double> a) { return exp(a) + 2; }, compiled);
  for (int k = 0; k < 3; ++k) g(large);
  const LoopReport loop = explain(g).programs.at(0).loops.at(0);
  EXPECT_EQ(loop.timedRuns, 3u);
  EXPECT_GT(loop.microseconds, 0);
  EXPECT_NE(explain(g).text().find("GB/s"), std::string::npos) << explain(g);
  g(x);
  EXPECT_EQ(explain(g).programs.at(0).loops.at(0).timedRuns, 3u) << "of the recorded size";
}

TEST(Explain, ProgramsOfOneLineHaveTheirOwnNames) {
  const auto f = [](auto a) { return a * 3 + cosh(a); };
  const std::string first = explained(f, x).programs.at(0).name;
  const std::string second = explained(f, row).programs.at(0).name;
  EXPECT_EQ(second, first + "_v2");
}

TEST(Explain, Json) {
  const std::string json = explained([](Array<double> a) { return a * 0.25 + sum(a); }, x).json();
  for (const char* part : {"\"mode\": \"compile\"", "\"expression\": \"a * 0.25\"",
                           "\"formula\": \"8*n\"", "\"essential\": true", "\"fate\": \"result\""})
    EXPECT_NE(json.find(part), std::string::npos) << part << " in " << json;
  Explanation strange;
  strange.file = "a\"b\\c\n\xff";
  EXPECT_NE(strange.json().find("\"file\": \"a\\\"b\\\\c??\""), std::string::npos)
      << strange.json();
  int depth = 0;
  for (char c : json) depth += (c == '{' || c == '[') - (c == '}' || c == ']');
  EXPECT_EQ(depth, 0);
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
  EXPECT_LE(lines(many.text()), 15) << many;
  EXPECT_NE(many.text().find("loops 2-50"), std::string::npos) << many;
  EXPECT_NE(many.text().find("(50 times)"), std::string::npos) << many;
}

}  // namespace
}  // namespace parax::structure
