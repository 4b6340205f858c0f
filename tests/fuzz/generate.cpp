// Parameters, statements that mostly fit the first call's shapes, results, further calls.
#include "tests/fuzz/generate.h"

#include <algorithm>

#include "tests/fuzz/lines.h"
#include "tests/fuzz/numbers.h"
#include "tests/fuzz/statements.h"

namespace parax::fuzz {
namespace {

using NumberKind = Number::Kind;
using PassKind = Passing::Kind;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) { program_.seed = seed; }

  // False where chance led to a program that settle() refuses.
  bool run() {
    choosePool();
    addParameters();
    program_.calls.push_back(firstCall());
    program_.variables.clear();
    for (const Parameter& parameter : program_.parameters)
      program_.variables.push_back(parameter.is);
    program_.plainNumbers = program_.plainParameters;
    shapes_ = shapesAtEntry(program_, program_.calls[0]);
    if (shapes_.largest > maxElements) return false;
    addStatements();
    chooseResults();
    if (!settle(program_)) return false;
    addCalls();
    return settle(program_);
  }
  Program& program() { return program_; }

 private:
  // ---- parameters ----
  void choosePool() {
    const int types = random_.weighted({30, 40, 30}) + 1;
    for (int k = 0; k < types; ++k) pool_.push_back(randomType(random_));
    program_.stateless = random_.percent(85);
    program_.fma = random_.percent(60);
    program_.checked = random_.percent(20);
    classes_ = static_cast<int>(random_.between(1, 3));
    isLong_ = random_.percent(15);
  }

  int randomRank() {
    if (isLong_) return random_.percent(90) ? 1 : 0;
    const int rank = random_.weighted({4, 50, 27, 12, 5, 2});
    return rank == 5 ? static_cast<int>(random_.between(5, 8)) : rank;
  }

  void addParameters() {
    const auto count = random_.between(1, 5);
    for (std::int64_t k = 0; k < count; ++k) {
      Parameter p;
      p.is.type = random_.among(pool_);
      p.is.isValue = random_.percent(18);
      p.is.rank = p.is.isValue ? 0 : randomRank();
      for (int d = 0; d < p.is.rank; ++d)
        p.dims.push_back(random_.percent(15) ? -1 : static_cast<int>(random_.below(classes_)));
      p.outside = random_.percent(4);
      p.inOut = !p.outside && random_.percent(25);
      program_.parameters.push_back(p);
    }
    if (random_.percent(15))
      program_.parameters.push_back({{ElementType::int64, 0, true},
                                     {static_cast<int>(random_.below(classes_))},
                                     false,
                                     false,
                                     true});
    if (random_.percent(15))
      program_.plainParameters.push_back(
          random_.among({NumberKind::integer, NumberKind::natural, NumberKind::floating,
                         NumberKind::floating, NumberKind::complex}));
  }

  // ---- calls ----
  CallSpec firstCall() {
    CallSpec call;
    call.sizes.resize(static_cast<std::size_t>(classes_));
    do {
      for (std::int64_t& size : call.sizes) size = randomSize(random_);
      if (isLong_) call.sizes.front() = random_.between(8193, 30'000);
      if (random_.percent(20)) call.sizes.back() = call.sizes.front();
    } while (tooLarge(call));
    fillCall(call, true);
    return call;
  }

  bool tooLarge(const CallSpec& call) {
    for (const Parameter& parameter : program_.parameters) {
      std::int64_t elements = 1;
      for (int c : parameter.dims)
        if (c >= 0)
          elements = std::min(elements * call.sizes[static_cast<std::size_t>(c)], maxElements + 1);
      if (elements > maxElements) return true;
    }
    return false;
  }

  void fillCall(CallSpec& call, bool first) {
    for (std::size_t p = 0; p < program_.parameters.size(); ++p) {
      call.data.push_back(randomData(random_, program_.parameters[p].is));
      call.passing.push_back(randomPassing(p, call, first));
    }
    for (std::size_t k = 0; k < program_.plainParameters.size(); ++k)
      call.plain.push_back(first || random_.percent(50)
                               ? randomNumber(random_, program_.plainParameters[k])
                               : program_.calls[0].plain[k]);
    call.writesAfterwards = random_.percent(15);
  }

  Passing randomPassing(std::size_t p, const CallSpec& call, bool first) {
    const Parameter& parameter = program_.parameters[p];
    switch (random_.weighted({35, 30, 5, 5, 10, 10, first ? 0 : 25})) {
      case 0: return {PassKind::kept};
      case 1: return {PassKind::given};
      case 2: return {parameter.is.isValue ? PassKind::given : PassKind::borrowed};
      case 3: return {parameter.is.isValue ? PassKind::given : PassKind::pinned};
      case 4: return related(p, call, PassKind::shared);
      case 5:
        if (parameter.inOut) return related(p, call, PassKind::same);
        return {PassKind::given};
      default:  // with other sizes beside it, an array could broadcast beyond all bounds
        return {parameter.isSize || call.sizes != program_.calls.back().sizes ? PassKind::given
                                                                              : PassKind::previous};
    }
  }

  Passing related(std::size_t p, const CallSpec& call, PassKind kind) {
    for (std::size_t other = 0; other < p; ++other) {
      const Parameter& theirs = program_.parameters[other];
      const PassKind how = call.passing[other].kind;
      const bool fits = theirs.is == program_.parameters[p].is && !theirs.isSize &&
                        !program_.parameters[p].isSize && how != PassKind::same &&
                        how != PassKind::given && (kind == PassKind::shared || theirs.inOut);
      if (fits) return {kind, static_cast<int>(other)};
    }
    return {PassKind::given};
  }

  void addCalls() {
    const int more = random_.weighted({25, 40, 25, 10});
    for (int k = 0; k < more; ++k) {
      CallSpec call;
      bool fits = false;
      for (int attempt = 0; attempt < 20 && !fits; ++attempt) {
        call = CallSpec();
        call.sizes = program_.calls[0].sizes;
        changeSizes(call.sizes);
        if (tooLarge(call)) continue;
        fillCall(call, false);
        fits = inferShapes(program_, call).largest <= maxElements;
      }
      if (fits) program_.calls.push_back(call);
    }
  }

  void changeSizes(std::vector<std::int64_t>& sizes) {
    switch (random_.weighted({30, 45, 25})) {
      case 0: break;  // the same sizes, other data
      case 1:         // sizes that were equal stay equal
        for (std::int64_t& size : sizes) {
          const std::int64_t old = size, other = randomSize(random_);
          std::replace(sizes.begin(), sizes.end(), old, other);
        }
        break;
      default:
        for (std::int64_t& size : sizes)
          if (random_.percent(60)) size = random_.percent(40) ? 1 : randomSize(random_);
    }
  }

  // ---- statements ----
  void addStatements() {
    const std::int64_t count =
        random_.percent(10) ? random_.between(15, maxStatements - 4) : random_.between(1, 12);
    for (std::int64_t k = 0; k < count; ++k) {
      for (int attempt = 0; attempt < 12; ++attempt)
        if (tryStatement(statements_.next())) break;
    }
    if (isLong_) addLongSum();
  }

  // The order of a float sum shows only if many blocks meet and no NaN hides it.
  void addLongSum() {
    for (int attempt = 0; attempt < 10; ++attempt) {
      const Operand of = statements_.variable();
      const auto index = static_cast<std::size_t>(of.index);
      if (!isFloating(fieldType(program_.variables[index].type)) ||
          program_.variables[index].rank == 0 ||
          !tryStatement({Form::reduce, Op::reduceSum, {}, {of}}))
        continue;
      program_.results.push_back(program_.statements.back().target);
      return;
    }
  }

  bool tryStatement(Statement s) {
    if (!makesPlainNumber(s) && !changesTarget(s))
      s.target = static_cast<int>(program_.variables.size());
    const std::optional<Variable> result = resultOf(s, program_);
    if (!result) return false;
    Shapes after = shapes_;
    const bool fits = advance(after, program_, s);
    if (after.largest > maxElements) return false;
    if (!fits) {  // a program that fails in its first call already
      if (failsAlready_ || !random_.percent(2)) return false;
      failsAlready_ = true;
      program_.statements.push_back(s);
      if (makesPlainNumber(s) || changesTarget(s)) return true;
      program_.statements.pop_back();
      return false;
    }
    shapes_ = after;
    if (makesPlainNumber(s))
      program_.plainNumbers.push_back(kindOf(result->type));
    else if (!changesTarget(s))
      program_.variables.push_back(*result);
    program_.statements.push_back(std::move(s));
    return true;
  }

  // ---- results ----
  void chooseResults() {
    const auto count = static_cast<std::int64_t>(program_.variables.size());
    const auto parameters = static_cast<std::int64_t>(program_.parameters.size());
    const std::int64_t wanted = random_.between(1, 3);
    for (std::int64_t k = 0; k < wanted; ++k) {
      const std::int64_t newest = count > parameters ? random_.between(parameters, count - 1) : 0;
      program_.results.push_back(static_cast<int>(k == 0                ? count - 1
                                                  : random_.percent(90) ? newest
                                                                        : random_.below(count)));
    }
  }

  Random random_;
  Program program_;
  Shapes shapes_;
  std::vector<ElementType> pool_;
  Statements statements_{random_, program_, shapes_, pool_};
  int classes_ = 1;
  bool isLong_ = false;  // long arrays of rank 1: reductions of many blocks, shares of many threads
  bool failsAlready_ = false;
};

}  // namespace

Program generate(std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Generator generator(seed + (attempt << 40));
    if (!generator.run()) continue;
    generator.program().seed = seed;
    return std::move(generator.program());
  }
}

}  // namespace parax::fuzz
