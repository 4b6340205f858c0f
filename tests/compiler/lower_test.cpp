// lower: one loop per operation, and what needs no loop.
#include "compiler/lower.h"

#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

struct LowerRow {
  const char* name;
  const char* before;
  const char* after;  // without the symbols
};

void check(const LowerRow& row) {
  SCOPED_TRACE(row.name);
  const ir::ParallelProgram program = lower(domainProgram(row.before));
  EXPECT_NO_THROW(ir::verify(program));
  const std::string text = ir::print(program);
  const std::size_t start = text.find("dim 0\n", text.find("s3 =")) + 6;
  EXPECT_EQ(text.substr(start), std::string(row.after) + "}\n");
}

TEST(Lower, Rows) {
  const LowerRow rows[] = {
      {"pointwise with a scalar array, a number and a constant",
       "%c = constant 2 : f64 %1 = mul %x, %a : f64[s1] %2 = fma %1, %n, %c : f64[s1] return %2",
       R"(  unused number 1 : i64
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 8 : f64
  buffer b2 = output 0 : f64[s1]
  buffer b3 = temporary : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = load b1[] : f64
    %2 = mul %0, %1 : f64
    store b3[i0], %2 : f64
  }
  loop (i0 < s1) {
    %0 = load b3[i0] : f64
    %1 = number 0 : f64
    %2 = constant 2 : f64
    %3 = fma %0, %1, %2 : f64
    store b2[i0], %3 : f64
  }
  return b2
)"},
      {"an input, a number and one node twice as results",
       "%1 = neg %x : f64[s1] return %x, %1, %1, %n",
       R"(  unused number 1 : i64
  buffer b0 = input 0 : f64[s1]
  buffer b1 = output 1 : f64[s1]
  buffer b2 = output 3 : f64
  loop () {
    %0 = number 0 : f64
    store b2[], %0 : f64
  }
  loop (i0 < s1) {
    %0 = load b0[i0] : f64
    %1 = neg %0 : f64
    store b1[i0], %1 : f64
  }
  return b0, b1, b1, b2
)"},
      {"generators are written into their readers; a reduction",
       "%1 = iota : i64[s2] %2 = full %n : f64[s1, s2] %3 = cast %1 : f64[s2] "
       "%4 = add %2, %3 : f64[s1, s2] %5 = sum %4 : f64 return %5",
       R"(  unused number 1 : i64
  buffer b0 = output 0 : f64
  buffer b1 = temporary : f64[s2]
  buffer b2 = temporary : f64[s1, s2]
  loop (i0 < s2) {
    %0 = index i0 : i64
    %1 = cast %0 : f64
    store b1[i0], %1 : f64
  }
  loop (i0 < s1, i1 < s2) {
    %0 = number 0 : f64
    %1 = load b1[i1] : f64
    %2 = add %0, %1 : f64
    store b2[i0, i1], %2 : f64
  }
  loop (i0 < s1, i1 < s2) {
    %0 = load b2[i0, i1] : f64
    reduce sum %0 -> b0[] : f64
  }
  return b0
)"},
      {"a reduction with a function: what it reads is hoisted",
       "%1 = exp %n : f64 %l = left 0 : f64 %r = right 0 : f64 %2 = fma %l, %1, %r : f64 "
       "%3 = reduceWith %x, %a, %2 : f64 return %3",
       R"(  unused number 1 : i64
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 8 : f64
  buffer b2 = output 0 : f64
  buffer b3 = temporary : f64
  loop () {
    %0 = number 0 : f64
    %1 = exp %0 : f64
    store b3[], %1 : f64
  }
  loop (i0 < s1) {
    %0 = load b1[] : f64
    %1 = load b3[] : f64
    ---
    %2 = load b0[i0] : f64
    %3 = left 0 : f64
    %4 = right 0 : f64
    %5 = fma %3, %1, %4 : f64
    reduce reduceWith %2, %0, %5 -> b2[] : f64
  }
  return b2
)"},
      {"a reduction of a product type has a value, an identity and a result for each field",
       "%w = input 10 : c128[s1] %o = input 11 : c128 %1 = field 1 %o : f64 %2 = pack %n, %1 : "
       "c128 "
       "%l = left 0 : c128 %r = right 0 : c128 %3 = field 1 %l : f64 %4 = field 0 %r : f64 "
       "%5 = sub %3, %4 : f64 %6 = pack %5, %1 : c128 %7 = field 0 %6 : f64 %8 = pack %7, %3 : "
       "c128 "
       "%9 = reduceWith %w, %o, %8 : c128 %10 = reduceWith %w, %2, %o : c128 return %9, %10",
       R"(  unused number 1 : i64
  buffer b0 = input 10 : c128[s1]
  buffer b1 = input 11 : c128
  buffer b2 = output 0 : c128
  buffer b3 = output 1 : c128
  buffer b4 = temporary : c128
  loop () {
    %0 = number 0 : f64
    %1 = load b1[].1 : f64
    store b4[].0, %0 : f64
    store b4[].1, %1 : f64
  }
  loop (i0 < s1) {
    %0 = load b1[].0 : f64
    %1 = load b1[].1 : f64
    %2 = load b1[].1 : f64
    ---
    %3 = load b0[i0].0 : f64
    %4 = load b0[i0].1 : f64
    %5 = left 0 : f64
    %6 = left 0 field 1 : f64
    %7 = right 0 : f64
    %8 = right 0 field 1 : f64
    %9 = sub %6, %7 : f64
    reduce reduceWith %3, %4, %0, %1, %9, %6 -> b2[] : c128
  }
  loop (i0 < s1) {
    %0 = number 0 : f64
    %1 = load b1[].1 : f64
    %2 = load b1[].0 : f64
    %3 = load b1[].1 : f64
    ---
    %4 = load b0[i0].0 : f64
    %5 = load b0[i0].1 : f64
    reduce reduceWith %4, %5, %0, %1, %2, %3 -> b3[] : c128
  }
  return b2, b3
)"},
      {"dims of extent one give no loop",
       "%r = input 10 : f64[1, s2] %1 = neg %r : f64[1, s2] return %1",
       R"(  unused number 0 : f64
  unused number 1 : i64
  buffer b0 = input 10 : f64[1, s2]
  buffer b1 = output 0 : f64[1, s2]
  loop (i0 < s2) {
    %0 = load b0[0, i0] : f64
    %1 = neg %0 : f64
    store b1[0, i0], %1 : f64
  }
  return b1
)"},
      {"elements of product types are taken apart and put together field by field",
       "%w = input 10 : c128[s1] %1 = field 0 %w : f64[s1] %2 = field 1 %w : f64[s1] "
       "%3 = sqrt %2 : f64[s1] %4 = pack %1, %3 : c128[s1] %5 = field 1 %4 : f64[s1] return %4, %5",
       R"(  unused number 0 : f64
  unused number 1 : i64
  buffer b0 = input 10 : c128[s1]
  buffer b1 = output 0 : c128[s1]
  buffer b2 = output 1 : f64[s1]
  buffer b3 = temporary : f64[s1]
  loop (i0 < s1) {
    %0 = load b0[i0].1 : f64
    %1 = sqrt %0 : f64
    store b3[i0], %1 : f64
  }
  loop (i0 < s1) {
    %0 = load b0[i0].0 : f64
    %1 = load b3[i0] : f64
    store b1[i0].0, %0 : f64
    store b1[i0].1, %1 : f64
  }
  loop (i0 < s1) {
    %0 = load b1[i0].1 : f64
    store b2[i0], %0 : f64
  }
  return b1, b2
)"},
  };
  for (const LowerRow& row : rows) check(row);
}

TEST(Lower, NegationsAreWrittenIntoTheirReaders) {
  check({"over another space",
         "%r = input 10 : f64[s2] %1 = neg %r : f64[s2] %2 = add %m, %1 : f64[s1, s2] return %2",
         R"(  unused number 0 : f64
  unused number 1 : i64
  buffer b0 = input 1 : f64[s1, s2]
  buffer b1 = input 10 : f64[s2]
  buffer b2 = output 0 : f64[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = load b0[i0, i1] : f64
    %1 = load b1[i1] : f64
    %2 = neg %1 : f64
    %3 = add %0, %2 : f64
    store b2[i0, i1], %3 : f64
  }
  return b2
)"});
}

TEST(Lower, CanFail) {
  EXPECT_TRUE(lower(domainProgram("%1 = div %i, %j : i64[s1] return %1")).canFail);
  EXPECT_FALSE(lower(domainProgram("%1 = div %x, %y : f64[s1] return %1")).canFail);
  EXPECT_TRUE(lower(domainProgram("%l = left 0 : i64 %r = right 0 : i64 %1 = rem %l, %r : i64 "
                                  "%2 = reduceWith %i, %k, %1 : i64 return %2"))
                  .canFail);
  EXPECT_FALSE(
      lower(domainProgram("%c = constant 3 : i64 %1 = div %i, %c : i64[s1] return %1")).canFail);
}

}  // namespace
}  // namespace parax::compiler::test
