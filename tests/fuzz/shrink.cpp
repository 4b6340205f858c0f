// Greedy: every step that keeps a difference is taken, until none does.
#include "tests/fuzz/shrink.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "tests/fuzz/compare.h"

namespace parax::fuzz {
namespace {

using Change = std::function<bool(Program&)>;  // false: does not apply

constexpr Operand two{Operand::Kind::literal, 0, {Number::Kind::integer, 2, 0}};

// ---- statements ----
bool defines(const Statement& s, int variable) {
  return !makesPlainNumber(s) && !changesTarget(s) && s.target == variable;
}

// The statement goes, and with it everything that needs its variable.
void dropDefinition(Program& program, int variable) {
  std::vector<bool> gone(program.variables.size(), false);
  gone[static_cast<std::size_t>(variable)] = true;
  const auto isGone = [&](int v) { return gone[static_cast<std::size_t>(v)]; };
  std::erase_if(program.statements, [&](const Statement& s) {
    const bool needs = std::any_of(s.operands.begin(), s.operands.end(), [&](const Operand& o) {
      return o.isVariable() && isGone(o.index);
    });
    const bool drops = needs || defines(s, variable) || (changesTarget(s) && isGone(s.target));
    if (drops && !makesPlainNumber(s) && !changesTarget(s))
      gone[static_cast<std::size_t>(s.target)] = true;
    return drops;
  });
  std::erase_if(program.results, isGone);
}

void replaceUses(Program& program, Operand::Kind kind, int index, const Operand& by) {
  for (Statement& s : program.statements)
    for (Operand& operand : s.operands)
      if (operand.kind == kind && operand.index == index) operand = by;
}

bool dropStatement(Program& program, std::size_t k) {
  if (k >= program.statements.size()) return false;
  const Statement s = program.statements[k];
  if (makesPlainNumber(s)) replaceUses(program, Operand::Kind::plain, s.target, two);
  if (makesPlainNumber(s) || changesTarget(s))
    program.statements.erase(program.statements.begin() + static_cast<std::ptrdiff_t>(k));
  else
    dropDefinition(program, s.target);
  return true;
}

// An earlier variable of the same type takes the place of the statement's result.
bool bypassStatement(Program& program, std::size_t k, int by) {
  if (k >= program.statements.size()) return false;
  const Statement s = program.statements[k];
  if (makesPlainNumber(s) || changesTarget(s)) return false;
  if (program.variables[static_cast<std::size_t>(by)] !=
      program.variables[static_cast<std::size_t>(s.target)])
    return false;
  program.statements.erase(program.statements.begin() + static_cast<std::ptrdiff_t>(k));
  replaceUses(program, Operand::Kind::variable, s.target, {Operand::Kind::variable, by, {}});
  for (Statement& later : program.statements)
    if (changesTarget(later) && later.target == s.target) later.target = by;
  std::replace(program.results.begin(), program.results.end(), s.target, by);
  return true;
}

bool simplifyOperand(Program& program, std::size_t k, std::size_t o) {
  if (k >= program.statements.size() || o >= program.statements[k].operands.size()) return false;
  Operand& operand = program.statements[k].operands[o];
  if (operand.kind == Operand::Kind::literal && operand.literal.kind == Number::Kind::integer &&
      operand.literal.i == 2)
    return false;
  operand = two;
  return true;
}

// ---- parameters ----
Number small(const Number& number, ElementType to) {
  const auto tamed = [](double x) { return std::abs(x) < 1e9 ? x : 1; };  // NaN does not fit
  const Number::Kind kind = kindOf(to);
  const double value = tamed(number.as<double>());
  switch (kind) {
    case Number::Kind::boolean: return {kind, value != 0};
    case Number::Kind::floating: return {kind, 0, value};
    case Number::Kind::complex: return {kind, 0, value, tamed(number.imaginary)};
    default: break;
  }
  // What the type itself makes of it.
  const Number whole{kind, static_cast<std::int64_t>(value)};
  std::byte memory[sizeof(std::int64_t)];
  whole.write(to, memory);
  return Number::read(to, memory);
}

bool dropParameter(Program& program, std::size_t p) {
  if (p >= program.parameters.size() || program.parameters.size() == 1) return false;
  const int gone = static_cast<int>(p);
  const auto renumber = [&](int& index) {
    return index == gone ? false : (index -= index > gone, true);
  };
  bool unused = true;
  for (Statement& s : program.statements) {
    for (Operand& operand : s.operands)
      if (operand.isVariable()) unused &= renumber(operand.index);
    if (!makesPlainNumber(s)) unused &= renumber(s.target);
  }
  for (int& result : program.results) unused &= renumber(result);
  const auto at = static_cast<std::ptrdiff_t>(p);
  for (CallSpec& call : program.calls) {
    call.data.erase(call.data.begin() + at);
    call.passing.erase(call.passing.begin() + at);
    for (Passing& passing : call.passing) {
      const bool refers =
          passing.kind == Passing::Kind::shared || passing.kind == Passing::Kind::same;
      if (refers) unused &= renumber(passing.other);
    }
  }
  program.parameters.erase(program.parameters.begin() + at);
  return unused;
}

bool simplifyPassing(Program& program, std::size_t c, std::size_t p, Passing::Kind kind) {
  if (c >= program.calls.size() || p >= program.calls[c].passing.size()) return false;
  Passing& passing = program.calls[c].passing[p];
  if (passing.kind == kind || passing.kind == Passing::Kind::given) return false;
  for (const Passing& other :
       program.calls[c].passing)  // somebody shares it: it cannot be given away
    if ((other.kind == Passing::Kind::shared || other.kind == Passing::Kind::same) &&
        other.other == static_cast<int>(p))
      return false;
  passing = {kind};
  return true;
}

bool simplifyData(Program& program, std::size_t c, std::size_t p, std::size_t length) {
  if (c >= program.calls.size() || p >= program.calls[c].data.size()) return false;
  Data& data = program.calls[c].data[p];
  if (data.table.size() <= length && data.step == 1) return false;
  data.table.resize(std::min(length, data.table.size()));
  data.step = 1;
  return true;
}

bool toOne(Program& program, std::size_t c, std::size_t p, std::size_t k) {
  if (c >= program.calls.size() || p >= program.calls[c].data.size() ||
      k >= program.calls[c].data[p].table.size())
    return false;
  Number& number = program.calls[c].data[p].table[k];
  const bool isFloat =
      number.kind == Number::Kind::floating || number.kind == Number::Kind::complex;
  const Number one{number.kind, isFloat ? 0 : 1, isFloat ? 1.0 : 0.0};
  if (number == one) return false;
  number = one;
  return true;
}

// Another type with the same numbers, as far as it holds them.
bool changeType(Program& program, std::size_t p, ElementType to) {
  if (p >= program.parameters.size() || program.parameters[p].isSize) return false;
  const ElementType from = program.parameters[p].is.type;
  if (from == to) return false;
  program.parameters[p].is.type = to;
  for (CallSpec& call : program.calls)
    for (Number& number : call.data[p].table) number = small(number, to);
  return true;
}

bool dropDimension(Program& program, std::size_t p) {
  if (p >= program.parameters.size()) return false;
  Parameter& parameter = program.parameters[p];
  if (parameter.is.rank < 2) return false;
  parameter.dims.erase(parameter.dims.begin());
  --parameter.is.rank;
  return true;
}

bool changeSize(Program& program, std::size_t c, std::size_t size, std::int64_t to) {
  if (c >= program.calls.size() || size >= program.calls[c].sizes.size()) return false;
  std::int64_t& now = program.calls[c].sizes[size];
  if (to < 0 || to >= now) return false;
  now = to;
  return true;
}

bool clear(bool& flag) { return std::exchange(flag, false); }

class Shrinker {
 public:
  explicit Shrinker(Program program) : best_(std::move(program)) {}

  Program run() {
    bool smaller = true;
    while (smaller && !late()) {
      smaller = false;
      smaller |= shrinkCalls();
      smaller |= shrinkStatements();
      smaller |= shrinkSizes();
      smaller |= shrinkParameters();
    }
    return best_;
  }

 private:
  bool late() const { return std::chrono::steady_clock::now() > end_; }

  bool attempt(const Change& change) {
    if (late()) return false;
    Program candidate = best_;
    if (!change(candidate) || candidate.calls.empty() || !settle(candidate)) return false;
    if (!findDifference(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool shrinkCalls() {
    bool smaller = false;
    for (std::size_t c = best_.calls.size(); c-- > 0;) {
      smaller |= attempt([&](Program& p) {
        p.calls.erase(p.calls.begin() + static_cast<std::ptrdiff_t>(c));
        return true;
      });
      smaller |= attempt(
          [&](Program& p) { return c < p.calls.size() && clear(p.calls[c].writesAfterwards); });
    }
    smaller |= attempt([](Program& p) { return clear(p.checked); });
    smaller |= attempt([](Program& p) { return clear(p.fma); });
    return smaller | attempt([](Program& p) { return clear(p.stateless); });
  }

  bool shrinkStatements() {
    bool smaller = false;
    for (std::size_t k = best_.statements.size(); k-- > 0;) {
      smaller |= attempt([&](Program& p) { return dropStatement(p, k); });
      for (int by = 0; by < static_cast<int>(best_.variables.size()); ++by)
        smaller |= attempt([&](Program& p) { return bypassStatement(p, k, by); });
      for (std::size_t o = 0; o < 3; ++o)
        smaller |= attempt([&](Program& p) { return simplifyOperand(p, k, o); });
    }
    for (std::size_t r = best_.results.size(); r-- > 0;)
      smaller |= attempt([&](Program& p) {
        p.results.erase(p.results.begin() + static_cast<std::ptrdiff_t>(r));
        return true;
      });
    return smaller;
  }

  bool shrinkSizes() {
    bool smaller = false;
    for (std::size_t c = 0; c < best_.calls.size(); ++c)
      for (std::size_t s = 0; s < best_.calls[c].sizes.size(); ++s) {
        const std::int64_t now = best_.calls[c].sizes[s];
        for (std::int64_t to :
             {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, now / 2, now - 1})
          smaller |= attempt([&](Program& p) { return changeSize(p, c, s, to); });
      }
    return smaller;
  }

  bool shrinkParameters() {
    bool smaller = false;
    for (std::size_t k = best_.parameters.size(); k-- > 0;) {
      smaller |= attempt([&](Program& p) { return dropParameter(p, k); });
      smaller |= attempt([&](Program& p) { return dropDimension(p, k); });
      smaller |= attempt([&](Program& p) { return changeType(p, k, p.parameters[0].is.type); });
      const auto flag = [&](bool Parameter::* which) {
        return attempt(
            [&](Program& p) { return k < p.parameters.size() && clear(p.parameters[k].*which); });
      };
      smaller |= flag(&Parameter::inOut);
      smaller |= flag(&Parameter::outside);
      for (std::size_t c = 0; c < best_.calls.size(); ++c) {
        for (Passing::Kind kind : {Passing::Kind::given, Passing::Kind::kept})
          smaller |= attempt([&](Program& p) { return simplifyPassing(p, c, k, kind); });
        for (std::size_t length : {1, 2, 3})
          smaller |= attempt([&](Program& p) { return simplifyData(p, c, k, length); });
        for (std::size_t element = 0; element < 3; ++element)
          smaller |= attempt([&](Program& p) { return toOne(p, c, k, element); });
      }
    }
    return smaller;
  }

  Program best_;
  std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);
};

}  // namespace

Program shrink(Program program) { return Shrinker(std::move(program)).run(); }

}  // namespace parax::fuzz
