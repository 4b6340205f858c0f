// simplify: every rule, and the rules that must not exist.
#include "compiler/simplify.h"

#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

TEST(Simplify, CommonSubexpressionsAndDeadCode) {
  checkRows(
      {
          {"equal nodes are one",
           "%1 = mul %x, %y : f64[s1] %2 = mul %x, %y : f64[s1] %3 = add %1, %2 : f64[s1] return "
           "%3",
           "%1 = mul %x, %y : f64[s1] %3 = add %1, %1 : f64[s1] return %3"},
          {"commutative operands are unordered",
           "%1 = mul %x, %y : f64[s1] %2 = mul %y, %x : f64[s1] %3 = sub %1, %2 : f64[s1] return "
           "%3",
           "%1 = mul %x, %y : f64[s1] %3 = sub %1, %1 : f64[s1] return %3"},
          {"others are not",
           "%1 = sub %x, %y : f64[s1] %2 = sub %y, %x : f64[s1] %3 = div %1, %2 : f64[s1] return "
           "%3",
           "%1 = sub %x, %y : f64[s1] %2 = sub %y, %x : f64[s1] %3 = div %1, %2 : f64[s1] return "
           "%3"},
          {"unused, even if it can fail",
           "%1 = div %i, %j : i64[s1] %2 = exp %x : f64[s1] return %x", "return %x"},
      },
      simplify);
}

TEST(Simplify, Fields) {
  checkRows(
      {
          {"a field of what was packed",
           "%1 = pack %x, %y : c128[s1] %2 = field 1 %1 : f64[s1] return %2", "return %y"},
          {"of a scalar that was packed beside an array",
           "%1 = pack %x, %n : c128[s1] %2 = field 1 %1 : f64[s1] return %2",
           "%2 = full %n : f64[s1] return %2"},
          {"what was taken apart and put together",
           "%w = input 10 : c128[s1] %1 = field 0 %w : f64[s1] %2 = field 1 %w : f64[s1] "
           "%3 = pack %1, %2 : c128[s1] return %3",
           "%w = input 10 : c128[s1] return %w"},
          {"not in another order",
           "%w = input 10 : c128[s1] %1 = field 0 %w : f64[s1] %2 = field 1 %w : f64[s1] "
           "%3 = pack %2, %1 : c128[s1] return %3",
           "%w = input 10 : c128[s1] %1 = field 0 %w : f64[s1] %2 = field 1 %w : f64[s1] "
           "%3 = pack %2, %1 : c128[s1] return %3"},
      },
      simplify);
}

TEST(Simplify, ConstantsFold) {
  checkRows(
      {
          {"arithmetic",
           "%1 = constant 2 : f64 %2 = constant 3 : f64 %3 = mul %1, %2 : f64 "
           "%4 = add %x, %3 : f64[s1] return %4",
           "%3 = constant 6 : f64 %4 = add %x, %3 : f64[s1] return %4"},
          {"through full",
           "%1 = constant 2 : f64 %2 = full %1 : f64[s1] %3 = neg %2 : f64[s1] return %3",
           "%1 = constant -2 : f64 %3 = full %1 : f64[s1] return %3"},
          {"comparison and cast",
           "%1 = constant 2 : i64 %2 = constant 3 : i64 %3 = lt %1, %2 : bool "
           "%4 = cast %3 : f64 return %4",
           "%4 = constant 1 : f64 return %4"},
          {"not a division by zero",
           "%1 = constant 2 : i64 %2 = constant 0 : i64 %3 = div %1, %2 : i64 return %3",
           "%1 = constant 2 : i64 %2 = constant 0 : i64 %3 = div %1, %2 : i64 return %3"},
          {"not a math function", "%1 = constant 0 : f64 %2 = exp %1 : f64 return %2",
           "%1 = constant 0 : f64 %2 = exp %1 : f64 return %2"},
      },
      simplify);
}

struct Identity {
  const char* expression;  // of %1, given as its definition
  const char* constant;    // %c
  const char* after;
};

TEST(Simplify, ConstantOperands) {
  const Identity identities[] = {
      {"add %x, %c : f64[s1]", "-0 : f64", "return %x"},
      {"add %c, %x : f64[s1]", "-0 : f64", "return %x"},
      {"sub %x, %c : f64[s1]", "0 : f64", "return %x"},
      {"sub %c, %x : f64[s1]", "-0 : f64", "%1 = neg %x : f64[s1] return %1"},
      {"mul %c, %x : f64[s1]", "1 : f64", "return %x"},
      {"mul %x, %c : f64[s1]", "-1 : f64", "%1 = neg %x : f64[s1] return %1"},
      {"div %x, %c : f64[s1]", "1 : f64", "return %x"},
      {"div %x, %c : f64[s1]", "-1 : f64", "%1 = neg %x : f64[s1] return %1"},
      {"div %x, %c : f64[s1]", "8 : f64",
       "%c = constant 0.125 : f64 %1 = mul %x, %c : f64[s1] return %1"},
      {"add %i, %c : i64[s1]", "0 : i64", "return %i"},
      {"sub %c, %i : i64[s1]", "0 : i64", "%1 = neg %i : i64[s1] return %1"},
      {"mul %i, %c : i64[s1]", "0 : i64", "%c = constant 0 : i64 %1 = full %c : i64[s1] return %1"},
      {"div %i, %c : i64[s1]", "1 : i64", "return %i"},
      {"and %p, %c : bool[s1]", "true : bool", "return %p"},
      {"and %p, %c : bool[s1]", "false : bool",
       "%c = constant false : bool %1 = full %c : bool[s1] return %1"},
      {"or %c, %p : bool[s1]", "false : bool", "return %p"},
      {"eq %p, %c : bool[s1]", "false : bool", "%1 = not %p : bool[s1] return %1"},
      {"select %c, %x, %y : f64[s1]", "true : bool", "return %x"},
      {"select %c, %x, %a : f64[s1]", "false : bool", "%1 = full %a : f64[s1] return %1"},
  };
  for (const Identity& identity : identities) {
    const std::string before = "%c = constant " + std::string(identity.constant) +
                               " %1 = " + identity.expression + " return %1";
    checkRows({{identity.expression, before.c_str(), identity.after}}, simplify);
  }
}

// Rewriting these would change a bit somewhere, or lose an error.
TEST(Simplify, InexactRulesDoNotExist) {
  const char* const kept[] = {
      "%c = constant 0 : f64 %1 = add %x, %c : f64[s1] return %1",   // -0 + 0 is 0
      "%c = constant -0 : f64 %1 = sub %x, %c : f64[s1] return %1",  // -0 - -0 is 0
      "%c = constant 0 : f64 %1 = mul %x, %c : f64[s1] return %1",   // NaN, inf, -1
      "%c = constant 0 : f64 %1 = sub %c, %x : f64[s1] return %1",   // 0 - 0 is not -0
      "%c = constant 2 : f64 %1 = mul %x, %c : f64[s1] return %1",
      "%c = constant 3 : f64 %1 = div %x, %c : f64[s1] return %1",  // 1/3 is not exact
      "%c = constant 5e-324 : f64 %1 = div %x, %c : f64[s1] return %1",
      "%c = constant 0 : i64 %1 = div %i, %c : i64[s1] return %1",   // an error
      "%1 = sub %x, %x : f64[s1] return %1",                         // inf - inf
      "%1 = eq %x, %x : bool[s1] return %1",                         // NaN
      "%1 = lt %x, %y : bool[s1] %2 = not %1 : bool[s1] return %2",  // NaN
      "%1 = div %i, %i : i64[s1] return %1",                         // 0 / 0 is an error
      // no pair, no error
      ("%c = constant 2 : i64 %1 = left 0 : i64 %2 = sub %1, %1 : i64 %3 = div %2, %2 : i64 "
       "%4 = reduceWith %i, %c, %3 : i64 return %4"),
      "%1 = div %i, %j : i64[s1] %c = constant 0 : i64 %2 = mul %1, %c : i64[s1] return %2",
      "%1 = div %i, %j : i64[s1] %2 = eq %1, %1 : bool[s1] return %2",
      ("%1 = div %i, %j : i64[s1] %2 = eq %1, %i : bool[s1] %3 = select %2, %x, %x : f64[s1] "
       "return "
       "%3"),
  };
  for (const char* lines : kept) checkRows({{lines, lines, lines}}, simplify);
}

TEST(Simplify, Patterns) {
  checkRows(
      {
          {"negation twice", "%1 = neg %x : f64[s1] %2 = neg %1 : f64[s1] return %2", "return %x"},
          {"not twice", "%1 = not %p : bool[s1] %2 = not %1 : bool[s1] return %2", "return %p"},
          {"abs of neg", "%1 = neg %x : f64[s1] %2 = abs %1 : f64[s1] return %2",
           "%1 = abs %x : f64[s1] return %1"},
          {"not equal", "%1 = eq %x, %y : bool[s1] %2 = not %1 : bool[s1] return %2",
           "%1 = ne %x, %y : bool[s1] return %1"},
          {"not less, integers", "%1 = lt %i, %j : bool[s1] %2 = not %1 : bool[s1] return %2",
           "%1 = ge %i, %j : bool[s1] return %1"},
          {"plus minus", "%1 = neg %y : f64[s1] %2 = add %x, %1 : f64[s1] return %2",
           "%2 = sub %x, %y : f64[s1] return %2"},
          {"minus minus", "%1 = neg %y : f64[s1] %2 = sub %x, %1 : f64[s1] return %2",
           "%2 = add %x, %y : f64[s1] return %2"},
          {"maximum of one", "%1 = max %x, %x : f64[s1] return %1", "return %x"},
          {"integers equal themselves", "%1 = le %i, %i : bool[s1] return %1",
           "%c = constant true : bool %1 = full %c : bool[s1] return %1"},
          {"integer minus itself", "%1 = sub %i, %i : i64[s1] return %1",
           "%c = constant 0 : i64 %1 = full %c : i64[s1] return %1"},
          {"equal arms", "%1 = select %p, %x, %x : f64[s1] return %1", "return %x"},
          {"negated condition", "%1 = not %p : bool[s1] %2 = select %1, %x, %y : f64[s1] return %2",
           "%2 = select %p, %y, %x : f64[s1] return %2"},
          {"cast to itself", "%1 = cast %x : f64[s1] return %1", "return %x"},
          {"cast there and back", "%1 = cast %f : f64[s1] %2 = cast %1 : f32[s1] return %2",
           "return %f"},
          {"but not through a narrower type",
           "%1 = cast %x : f32[s1] %2 = cast %1 : f64[s1] return %2",
           "%1 = cast %x : f32[s1] %2 = cast %1 : f64[s1] return %2"},
          {"maximum of a scalar", "%1 = reduceMax %a : f64 return %1", "return %a"},
          {"a function's identity need not be neutral, its operations are simplified",
           "%l = left 0 : f64 %r = right 0 : f64 %1 = neg %r : f64 %2 = add %l, %1 : f64 "
           "%3 = reduceWith %a, %n, %2 : f64 return %3",
           "%l = left 0 : f64 %r = right 0 : f64 %2 = sub %l, %r : f64 "
           "%3 = reduceWith %a, %n, %2 : f64 return %3"},
          {"equal functions of two reductions stay apart: their errors have other lines",
           "%l = left 0 : f64 %L = left 1 : f64 %1 = neg %l : f64 %2 = neg %L : f64 "
           "%3 = reduceWith %x, %n, %1 : f64 %4 = reduceWith %y, %n, %2 : f64 return %3, %4",
           "%l = left 0 : f64 %L = left 1 : f64 %1 = neg %l : f64 %2 = neg %L : f64 "
           "%3 = reduceWith %x, %n, %1 : f64 %4 = reduceWith %y, %n, %2 : f64 return %3, %4"},
      },
      simplify);
}

TEST(Simplify, ScalarsBroadcast) {
  checkRows(
      {
          {"a full beside an array", "%1 = full %n : f64[s1] %2 = mul %1, %x : f64[s1] return %2",
           "%2 = mul %n, %x : f64[s1] return %2"},
          {"not if it gives the shape",
           "%1 = full %n : f64[s1, s2] %2 = add %1, %a : f64[s1, s2] return %2",
           "%1 = full %n : f64[s1, s2] %2 = add %1, %a : f64[s1, s2] return %2"},
          {"full of rank 0", "%1 = full %n : f64 %2 = add %1, %a : f64 return %2",
           "%2 = add %n, %a : f64 return %2"},
          {"a sum of one element", "%1 = sum %a : f64 return %1", "return %a"},
          {"a factor of one that gives the shape stays",
           "%c = constant 1 : f64 %1 = full %c : f64[s1, s2] %r = input 10 : f64[s2] "
           "%2 = mul %r, %1 : f64[s1, s2] return %2",
           "%c = constant 1 : f64 %1 = full %c : f64[s1, s2] %r = input 10 : f64[s2] "
           "%2 = mul %r, %1 : f64[s1, s2] return %2"},
      },
      simplify);
}

}  // namespace
}  // namespace parax::compiler::test
