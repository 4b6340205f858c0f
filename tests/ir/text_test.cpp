// The text forms: print and parse are inverse to each other; mistakes are found where they stand.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "ir/binary.h"
#include "ir/domain.h"
#include "ir/parallel.h"
#include "parax/core/error.h"
#include "parax/core/scalar.h"

namespace parax::ir {
namespace {

const char* const domainTexts[] = {
    R"(program {
  return
}
)",
    R"(program {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 1
  symbol s3 = number 1
  symbol s4 = -4
  symbol s5 = 9223372036854775807
  symbol s6 = add s1, s4
  symbol s7 = sub s6, 1
  symbol s8 = mul s3, s3
  symbol s9 = div 1, s3
  symbol s10 = rem s9, s1
  symbol s11 = min s1, s2
  symbol s12 = max s1, s11
  symbol s13 = result 0
  guard s6 in -1..9223372036854775806
  guard s1 in 1..1
  guard s3 in 1..
  unused input 2 : i32[s1, 1, s2]
  unused number 2 : bool
  %0 = input 0 : f64[s1]
  %1 = number 0 : f64
  %2 = mul %0, %1 : f64[s1]
  %3 = constant 2 : f64
  %4 = sum %2 : f64
  %5 = input 1 : f64[1, s2]
  %6 = fma %5, %2, %3 : f64[1, s2]
  %7 = full %1 : f64[s1, s3]
  %8 = iota : i32[s3]
  %9 = lt %0, %2 : bool[s1]
  %10 = select %9, %0, %2 : f64[s1]
  %11 = cast %10 : i64[s1]
  %12 = any %9 : bool
  %13 = left 0 : f64
  %14 = right 0 : f64
  %15 = max %13, %14 : f64
  %16 = reduceWith %2, %1, %15 : f64
  return %2, %4, %4
}
)",
    R"(program {
  symbol s1 = input 0 dim 0
  %0 = input 0 : c128[s1]
  %1 = field 1 %0 : f64[s1]
  %2 = constant 0 : f64
  %3 = pack %1, %2 : c128[s1]
  return %3, %0
}
)",
    R"(program {
  symbol s1 = input 0 dim 0
  %0 = input 0 : c128[s1]
  %1 = input 1 : c128
  %2 = left 0 : c128
  %3 = right 0 : c128
  %4 = field 1 %2 : f64
  %5 = field 0 %3 : f64
  %6 = pack %4, %5 : c128
  %7 = reduceWith %0, %1, %6 : c128
  return %7
}
)",
    R"(program {
  %0 = constant true : bool
  %1 = constant false : bool
  %2 = constant -2147483648 : i32
  %3 = constant -9223372036854775808 : i64
  %4 = constant inf : f32
  %5 = constant -inf : f64
  %6 = constant nan : f64
  %7 = constant -0 : f32
  %8 = constant 0.1 : f32
  %9 = constant 1e-300 : f64
  %10 = constant 5e-324 : f64
  %11 = constant 1.7976931348623157e+308 : f64
  %12 = constant 0xfff8000000000001 : f64
  return %0
}
)",
};

TEST(DomainText, PrintsWhatItParsed) {
  for (const char* text : domainTexts) EXPECT_EQ(print(parseProgram(text)), text);
}

const char* const parallelTexts[] = {
    R"(parallel {
  return
}
)",
    R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 0 : f64[s1] inplace b0
  buffer b2 = output 1 : f64
  loop (i0 < s1) {
    %0 = number 0 : f64
    ---
    %1 = load b0[i0] : f64
    %2 = mul %1, %0 : f64
    store b1[i0], %2 : f64
    %4 = left 3 : f64
    %5 = right 3 : f64
    %6 = sub %4, %5 : f64
    reduce sum %2 -> b2[] : f64
    reduce reduceWith %2, %0, %6 -> b2[] : f64
  } schedule parallel streaming cycles 2.5 group 0
  return b1, b2
}
)",
    R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : c64[s1]
  buffer b1 = output 0 : c64
  loop (i0 < s1) {
    %0 = number 0 : f32
    %1 = number 1 : f32
    ---
    %2 = load b0[i0].0 : f32
    %3 = load b0[i0].1 : f32
    %4 = left 0 : f32
    %5 = left 0 field 1 : f32
    %6 = right 0 field 1 : f32
    %7 = add %5, %6 : f32
    reduce reduceWith %2, %3, %0, %1, %7, %4 -> b1[] : c64
  }
  return b1
}
)",
    R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : c64[s1]
  buffer b1 = output 0 : c64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0].0 : f32
    %1 = load b0[i0].1 : f32
    store b1[i0].0, %1 : f32
    store b1[i0].1, %0 : f32
  }
  return b1
}
)",
    R"(parallel canFail {
  symbol s1 = input 0 dim 0
  symbol s2 = number 0
  symbol s3 = 3
  symbol s4 = sub s2, s3
  unused number 1 : f32
  buffer b0 = input 0 : i32[s1, 1]
  buffer b1 = temporary : i32[s1, s2] block 0
  buffer b2 = temporary : i32 block 1 live 1 to 2
  buffer b3 = output 0 : i32[s2, s1]
  blocks 3
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, 0] : i32
    %1 = index i1 : i32
    %2 = div %0, %1 : i32
    store b1[i0, i1], %2 : i32
    %4 = add %2, %1 : i32
    store b3[i1, i0], %4 : i32
  } schedule group 0 0
  loop () {
    %0 = constant 3 : i32
    store b2[], %0 : i32
  }
  loop (i0 < 1) {
    %0 = load b2[] : i32
    ---
  }
  return b3, b0
}
)",
};

const char* const parallelForms[] = {
    // Accesses: steps, shifts, computed indices, every edge, predicates, turns.
    R"(parallel canFail {
  symbol s1 = input 0 dim 0
  symbol s2 = -1
  symbol s3 = add s1, s2
  buffer b0 = input 0 : f32[s1, s1]
  buffer b1 = input 1 : i64[s1]
  buffer b2 = output 0 : f32[s1]
  loop (i0 in s2 to s3) {
    %0 = constant 0.5 : f32
    %1 = load b0[0, s3] : f32
    ---
    %2 = load b1[2 * i0 + s3 - 1 fail] : i64
    %3 = load b0[i0 - 3 clamp, 0 - i0 + s1 wrap] : f32
    %4 = load b0[i0 reflect, 0 - 3 * %2 + 5000000000 zero] : f32
    %5 = load b0[i0 + %2 constant, i0 + 4 * %2 constant] or %0 : f32
    %6 = lt %3, %4 : bool
    %7 = add %5, %1 when %6 : f32
    %8 = load b0[-7 zero, 3] when %6 : f32
    store b2[%2 fail], %7 when %6 : f32
  } schedule dynamic
  return b2
}
)",
    // Regions in regions, scans, reductions along axes and into computed elements.
    R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : f64[s1, s2]
  buffer b1 = output 0 : f64[s2]
  buffer b2 = output 1 : i64[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = constant 3 : i64
    %1 = extent s2 : i64
    ---
    %2 = load b0[i0, i1] : f64
    %3 = prefix sum %2 : f64
    %4 = prefixBefore reduceMax %2 : f64
    %5 = lt %3, %4 : bool
    %6 = if %5 {
      %7 = reduceOver product %1 : f64 {
        %8 = param 0 : i64
        %9 = load b0[i0, %8] : f64
        yield %9
      }
      yield %7, %0
    } else {
      %12 = while %2 {
        %13 = param 0 : f64
        %14 = gt %13, %4 : bool
        continue %14
        yield %4
      }
      %17 = part 0 of %12 : f64
      yield %17, %1
    }
    %19 = part 1 of %6 : i64
    %20 = loop %19, %2, %0 {
      %21 = param 0 : i64
      %22 = param 1 : f64
      yield %22, %21
    }
    %24 = part 0 of %20 : f64
    reduce sum %24 -> b1[i1] : f64
    reduce sum %19 -> b2[%19, i1] : i64
  } schedule parallel streaming dynamic cycles 0.25 group 0 1
  return b1, b2
}
)",
    // Stages, pieces, tiles, rings.
    R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  symbol s3 = 3
  buffer b0 = input 0 : f32[s1, s2]
  buffer b1 = output 0 : f32[s1, s2]
  buffer b2 = local : f32[s3, s1, s2] ring 5
  buffer b3 = local : f32[s1, s2]
  loop (i0 in 1 to s1, i1 < s2) {
    stage grow (1, 2) (0, 3) {
      piece i0 in 1 to s3, i1 < s3 {
        %0 = load b0[i0, i1] : f32
        store b2[0, i0, i1], %0 : f32
      }
      piece rest {
      }
      piece {
        %0 = index i0 : f32
        store b3[i0, i1], %0 : f32
      }
    }
    stage lag 0 per 2 turns 2 grow (1, 1) (2, 2 less 1) {
      piece {
        %0 = index t : f32
        store b2[t + 1, i0, i1], %0 : f32
      }
    }
    stage lag 7 {
      piece {
        %0 = load b2[2, i0 - 1, i1] : f32
        store b1[i0, i1], %0 : f32
      }
    }
  } schedule parallel tile 64 0 walk 1
  loop (i0 < s1) {
    stage lag 0 per 1 {
      piece {
      }
    }
  }
  return b1
}
)",
    // Steps.
    R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = number 0
  symbol s3 = result 0
  buffer b0 = input 0 : f32[s1]
  buffer b1 = temporary : f32[s1]
  buffer b2 = output 0 : f32[s1]
  buffer b3 = temporary : bool
  buffer b4 = temporary : i64
  buffer b5 = output 1 : f32[s3]
  copy b1 <- b0
  copy b2 <- b0
  repeat s2 until b3 carried b1 <- b2, b2 <- b1 {
    loop () {
    }
    repeat 1 {
      rotate b1 <- b2, b2 <- b1
    }
    repeat s2 until b3 {
    }
  }
  size 0 = b4
  return b2, b5
}
)",
};

TEST(ParallelText, EveryFormPrintsWhatItParsed) {
  for (const char* text : parallelForms) {
    EXPECT_EQ(print(parseParallel(text)), text);
    EXPECT_TRUE(sameProgram(parallelFromBytes(toBytes(parseParallel(text))), parseParallel(text)));
  }
}

TEST(ParallelText, PrintsWhatItParsed) {
  for (const char* text : parallelTexts) EXPECT_EQ(print(parseParallel(text)), text);
}

TEST(ParallelText, EqualAccessesAreOne) {
  const ParallelProgram p = parseParallel(R"(parallel {
    symbol s1 = input 0 dim 0
    buffer b0 = input 0 : f64[s1]
    loop (i0 < s1) {
      %a = load b0[i0] : f64
      %b = load b0[i0] : f64
    }
    return b0
  })");
  EXPECT_EQ(p.loops.at(0).body().accesses.size(), 1u);
}

TEST(DomainText, ValuesAreNumberedByPosition) {
  const Program p = parseProgram(R"(program { // names are free, lines too
    %x = constant 1 : f64 %7 = neg %x : f64
    return %7 })");
  EXPECT_EQ(print(p), "program {\n  %0 = constant 1 : f64\n  %1 = neg %0 : f64\n  return %1\n}\n");
  EXPECT_EQ(p.nodes.at(1).ordinal, 1);
}

template <class T>
void expectExact(T value) {
  Program p;
  p.nodes.push_back(
      {Op::constant, elementTypeOf<T>, 0, 0, {none, none, none}, {}, Scalar::of(value).bits});
  const std::string text = print(p);
  EXPECT_EQ(parseProgram(text).nodes.at(0).bits, p.nodes[0].bits) << text;
}

TEST(DomainText, FloatsKeepTheirBits) {
  std::uint64_t state = 1;
  for (int k = 0; k < 20000; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    expectExact(std::bit_cast<double>(state));
    expectExact(std::bit_cast<float>(static_cast<std::uint32_t>(state >> 32)));
  }
  expectExact(std::numeric_limits<float>::denorm_min());
  expectExact(std::numeric_limits<double>::quiet_NaN());
  expectExact(std::copysign(std::numeric_limits<float>::quiet_NaN(), -1.0f));
}

struct Mistake {
  const char* text;
  const char* message;  // how what() begins
};

const Mistake domainMistakes[] = {
    {"", "line 1, column 1: expected 'program', found ''"},
    {"program {\n  %0 = foo : f64\n  return\n}", "line 2, column 8: expected an operation"},
    {"program {\n  %0 = input 0 : f63\n}", "line 2, column 18: expected an element type"},
    {"program {\n  %0 = input 0 : f64[s1]\n}", "line 2, column 22: no symbol 's1'"},
    {"program {\n  %0 = input 0 : f64[2]\n}", "line 2, column 22: the only literal extent is 1"},
    {"program {\n  %0 = neg %1 : f64\n}", "line 2, column 12: %1 is not defined"},
    {"program { %0 = iota : i64[1] %0 = iota : i64[1] }", "line 1, column 30: %0 is defined twice"},
    {"program { %0 = constant 1.5 : i32 }", "line 1, column 25: '1.5' is not a number of type i32"},
    {"program { %0 = constant 1 : bool }", "line 1, column 25: '1' is not a number of type bool"},
    {"program { %0 = constant 3000000000 : i32 }", "line 1, column 25: '3000000000' is not"},
    {"program { symbol s2 = number 0 }", "line 1, column 18: expected s1"},
    {"program { symbol s1 = sum s0 }", "line 1, column 23: expected a size, found 'sum'"},
    {"program { symbol s1 = add 1, s1 }", "line 1, column 30: no symbol 's1'"},
    {"program { symbol s1 = 2.5 }", "line 1, column 23: '2.5' is not a number of type i64"},
    {"program { symbol s1 = number 0 guard s1 in ..1 }", "line 1, column 44: expected a bound"},
    {"program { symbol s1 = number 0 guard s1 in 1 }", "line 1, column 46: expected '..'"},
    {"program { symbol s1 = number 0 guard s1 in 0..1.5 }", "line 1, column 47: '1.5' is not a"},
    {"program { %0 = input 1 : f64 return %0 }", "line 1, column 40: input 0 is nowhere declared"},
    {"program { %0 = number 1 : f64 return }", "line 1, column 38: number 0 is nowhere declared"},
    {"program { %0 = number 0 : f64 %1 = number 0 : f32 return }",
     "line 1, column 36: number 0 has two types"},
    {"program { %0 = input 99999999 : f64 return }", "line 1, column 16: slot out of range"},
    {"program { return } }", "line 1, column 20: expected the end of the text"},
    {"program { ? }", "line 1, column 11: unknown character '?'"},
    {"program { %0 = iota : i64[1, 1, 1, 1, 1, 1, 1, 1, 1] }",
     "line 1, column 51: more than 8 dimensions"},
    {"program {", "line 1, column 10: expected a node, found ''"},
};

const Mistake parallelMistakes[] = {
    {"program { return }", "line 1, column 1: expected 'parallel'"},
    {"parallel { buffer b1 = input 0 : f64 }", "line 1, column 19: expected b0"},
    {"parallel { buffer b0 = inputs 0 : f64 }", "line 1, column 24: expected 'temporary'"},
    {"parallel { return b0 }", "line 1, column 19: no buffer 'b0'"},
    {"parallel { loop (i1 < 1) {} return }", "line 1, column 18: expected i0"},
    {"parallel { loop (i0 < 1) { %0 = load b0[i0] : f64 } return }",
     "line 1, column 38: no buffer 'b0'"},
    {"parallel { buffer b0 = input 0 : f64[1] loop () { %0 = load b0[i0] : f64 } return }",
     "line 1, column 64: no loop index 'i0'"},
    {"parallel { buffer b0 = input 0 : f64[1] loop (i0 < 1) { %0 = load b0[i0 + i0] : f64 } }",
     "line 1, column 75: an index stands once, with a step that is not 0"},
    {"parallel { buffer b0 = input 0 : f64[1] loop (i0 < 1) { %0 = load b0[0 * i0] : f64 } }",
     "line 1, column 70: an index stands once, with a step that is not 0"},
    {"parallel { symbol s1 = 4 buffer b0 = input 0 : f64[1] loop () { %0 = load b0[0 - s1] : f64 } "
     "}",
     "line 1, column 82: one shift, not subtracted"},
    {"parallel { loop () { yield } }", "line 1, column 28: a yield outside of a region"},
    {"parallel { loop () { reduce sum %0 -> b0[] : f64 } }",
     "line 1, column 33: %0 is not defined"},
    {"parallel { loop () { %0 = constant true : bool %1 = if %0 { } } }",
     "line 1, column 61: a region ends with a yield"},
    {"parallel { loop () { %0 = constant true : bool %1 = if %0 { yield } } }",
     "line 1, column 69: expected 'else'"},
    {"parallel { loop () { %0 = yield } }", "line 1, column 27: this instruction has no value"},
    {"parallel { loop () { constant 1 : f32 } }", "line 1, column 22: expected an instruction"},
    {"parallel { loop () { %0 = constant 1 : c64 } }", "line 1, column 36: '1' is not a number"},
    {"parallel { loop (i0 in 1) {} }", "line 1, column 25: expected 'to'"},
    {"parallel { loop () { stage { oops } } }",
     "line 1, column 30: expected 'piece', found 'oops'"},
    {"parallel { loop () {} schedule tile 4 }", "line 1, column 39: expected 'walk'"},
    {"parallel { repeat s1 {} }", "line 1, column 19: no symbol 's1'"},
    {"parallel { buffer b0 = input 0 : i64[1] size 0 = b1 }", "line 1, column 50: no buffer 'b1'"},
    {"parallel { oops }", "line 1, column 12: expected a symbol, buffer, step or return"},
};

template <class Parse>
void expectMistake(const Mistake& row, Parse parse) {
  try {
    parse(row.text);
    ADD_FAILURE() << "accepted: " << row.text;
  } catch (const InternalError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(row.message, 0), 0u)
        << row.text << "\n  " << error.what() << "\n  " << row.message;
  }
}

TEST(DomainText, NamesThePlaceOfAMistake) {
  for (const Mistake& row : domainMistakes) expectMistake(row, parseProgram);
}

TEST(ParallelText, NamesThePlaceOfAMistake) {
  for (const Mistake& row : parallelMistakes) expectMistake(row, parseParallel);
}

}  // namespace
}  // namespace parax::ir
