// Parameters, then statements that mostly fit the first call's shapes, then results and further
// calls.
#include "tests/fuzz/generate.h"

#include <algorithm>

#include "tests/fuzz/lines.h"
#include "tests/fuzz/numbers.h"

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
          random_.among({NumberKind::integer, NumberKind::natural, NumberKind::floating}));
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
      default: return {parameter.isSize ? PassKind::given : PassKind::previous};
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
        if (tryStatement(randomStatement())) break;
    }
    if (isLong_) addLongSum();
  }

  // The order of a float sum shows only if many blocks meet and no NaN hides it.
  void addLongSum() {
    for (int attempt = 0; attempt < 10; ++attempt) {
      const Operand of = variable();
      const auto index = static_cast<std::size_t>(of.index);
      if (!isFloating(program_.variables[index].type) || program_.variables[index].rank == 0 ||
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

  Statement randomStatement() {
    switch (random_.weighted({10, 38, 8, 8, 6, 12, 3, 2, 8, 2, 3, 2, 2, 1, 2, 2})) {
      case 0:
        return {Form::unary,
                random_.among({Op::neg, Op::abs, Op::sqrt, Op::logicalNot, Op::exp, Op::log,
                               Op::log10, Op::erf}),
                {},
                {variable()}};
      case 1: return binary();
      case 2:
        return {Form::compare,
                random_.among({Op::lt, Op::le, Op::gt, Op::ge, Op::eq, Op::ne}),
                {},
                pair()};
      case 3: return {Form::select, Op::select, {}, {boolVariable(), operand(), operand()}};
      case 4: return {Form::cast, Op::cast, anyType(), {variable()}};
      case 5: return reduction();
      case 6: return filled();
      case 7: return {Form::iota, Op::iota, anyType(), {extent()}};
      case 8: {
        Statement s{Form::compound, arithmeticOp(), {}, {operand()}, variable().index};
        return s;
      }
      case 9: return {Form::copy, Op::add, {}, {variable()}};
      case 10: return {Form::assign, Op::add, {}, {variable()}, variable().index};
      case 11:
        return {Form::extent, Op::add,     {},
                {variable()}, nextPlain(), static_cast<int>(random_.below(3))};
      case 12: return {Form::get, Op::add, {}, {variable()}, nextPlain()};
      case 13:
        return {Form::element, Op::add,     {},
                {variable()},  nextPlain(), static_cast<int>(random_.below(2))};
      case 14: return literals(Form::list, random_.between(1, 4));
      default: return literals(Form::value, 1);
    }
  }

  int nextPlain() const { return static_cast<int>(program_.plainNumbers.size()); }
  ElementType anyType() { return random_.percent(60) ? random_.among(pool_) : randomType(random_); }
  Op arithmeticOp() {
    return random_.among({Op::add, Op::add, Op::sub, Op::sub, Op::mul, Op::mul, Op::mul, Op::div});
  }

  // Beside 0, 1, -1 and 2, which are part of the structure: what simplify has rules about.
  Statement besideStructural() {
    const Operand number{
        Operand::Kind::literal, 0, {NumberKind::integer, random_.between(-1, 2), 0}};
    const Operand array = variable();
    const Op op = random_.among({Op::add, Op::sub, Op::mul});
    if (random_.percent(50)) return {Form::binary, op, {}, {array, number}};
    return {Form::binary, op, {}, {number, array}};
  }

  Statement binary() {
    if (random_.percent(15)) return besideStructural();
    Statement s{Form::binary, arithmeticOp(), {}, pair()};
    if (random_.percent(15)) s.op = random_.among({Op::min, Op::max});
    if (random_.percent(5)) s.op = random_.among({Op::logicalAnd, Op::logicalOr});
    const auto isInt = [&](const Operand& o) {
      return o.isVariable() &&
             !isFloating(program_.variables[static_cast<std::size_t>(o.index)].type);
    };
    // Most divisions of integers are by a number that is not zero.
    if (s.op == Op::div && isInt(s.operands[1]) && random_.percent(70)) {
      if (!s.operands[0].isVariable()) s.operands[0] = variable();
      s.operands[1] = {Operand::Kind::literal, 0, {NumberKind::integer, random_.between(2, 9), 0}};
    }
    return s;
  }

  Statement reduction() {
    const Operand of = variable();
    const bool isBool =
        program_.variables[static_cast<std::size_t>(of.index)].type == ElementType::boolean;
    const Op op = isBool
                      ? random_.among({Op::reduceSum, Op::reduceAny, Op::reduceAll, Op::reduceMin})
                      : random_.among({Op::reduceSum, Op::reduceSum, Op::reduceMin, Op::reduceMax});
    return {Form::reduce, op, {}, {of}};
  }

  Statement filled() {
    Statement s{Form::full, Op::full, anyType(), {}};
    s.operands.push_back(random_.percent(50) ? variable() : literal(kindOf(s.type)));
    for (std::int64_t rank = random_.between(1, 3); rank > 0; --rank)
      s.operands.push_back(extent());
    return s;
  }

  Statement literals(Form form, std::int64_t count) {
    Statement s{form, Op::add, random_.among(pool_), {}};
    for (std::int64_t k = 0; k < count; ++k) s.operands.push_back(literal(kindOf(s.type)));
    return s;
  }

  // ---- operands ----
  // Recent variables are used more often.
  Operand variable() {
    const auto count = static_cast<std::int64_t>(program_.variables.size());
    const std::int64_t back = random_.percent(60) ? random_.below(std::min<std::int64_t>(count, 3))
                                                  : random_.below(count);
    return {Operand::Kind::variable, static_cast<int>(count - 1 - back), {}};
  }
  Operand boolVariable() {
    for (int attempt = 0; attempt < 10; ++attempt) {
      const Operand found = variable();
      if (program_.variables[static_cast<std::size_t>(found.index)].type == ElementType::boolean)
        return found;
    }
    return variable();
  }
  Operand literal(NumberKind kind) {
    return {Operand::Kind::literal, 0, randomNumber(random_, kind)};
  }
  Operand operand() {
    if (!program_.plainNumbers.empty() && random_.percent(12))
      return {Operand::Kind::plain, static_cast<int>(random_.below(nextPlain())), {}};
    if (random_.percent(75)) return variable();
    return literal(static_cast<NumberKind>(random_.weighted({4, 45, 5, 46})));
  }
  std::vector<Operand> pair() {
    if (random_.percent(50)) return {variable(), operand()};
    return {operand(), variable()};
  }
  // A number that is a size: of a parameter, read from an array, or counted.
  Operand extent() {
    std::vector<Operand> found;
    for (std::size_t v = 0; v < shapes_.indexBound.size(); ++v)
      if (shapes_.indexBound[v] >= 0)
        found.push_back({Operand::Kind::variable, static_cast<int>(v), {}});
    for (std::size_t n = 0; n < shapes_.plain.size(); ++n)
      if (shapes_.plain[n]) found.push_back({Operand::Kind::plain, static_cast<int>(n), {}});
    if (found.empty() || random_.percent(30))
      return {
          Operand::Kind::literal,
          0,
          {NumberKind::integer,
           random_.percent(60) ? random_.among(program_.calls[0].sizes) : random_.between(-1, 9),
           0}};
    return random_.among(found);
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
