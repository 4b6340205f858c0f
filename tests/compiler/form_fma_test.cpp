// formFma: which sums fuse, and with which product.
#include "compiler/form_fma.h"

#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

TEST(FormFma, Rows) {
  checkRows(
      {
          {"product first", "%1 = mul %x, %y : f64[s1] %2 = add %1, %a : f64[s1] return %2",
           "%2 = fma %x, %y, %a : f64[s1] return %2"},
          {"product second", "%1 = mul %x, %y : f64[s1] %2 = add %a, %1 : f64[s1] return %2",
           "%2 = fma %x, %y, %a : f64[s1] return %2"},
          {"product minus", "%1 = mul %x, %y : f64[s1] %2 = sub %1, %a : f64[s1] return %2",
           "%2 = neg %a : f64 %3 = fma %x, %y, %2 : f64[s1] return %3"},
          {"minus product", "%1 = mul %x, %y : f64[s1] %2 = sub %a, %1 : f64[s1] return %2",
           "%2 = neg %x : f64[s1] %3 = fma %2, %y, %a : f64[s1] return %3"},
          {"of two products the first",
           "%1 = mul %x, %x : f64[s1] %2 = mul %y, %y : f64[s1] %3 = add %1, %2 : f64[s1] return "
           "%3",
           "%2 = mul %y, %y : f64[s1] %3 = fma %x, %x, %2 : f64[s1] return %3"},
          {"a product that others use stays",
           "%1 = mul %x, %y : f64[s1] %2 = add %1, %a : f64[s1] return %1, %2",
           "%1 = mul %x, %y : f64[s1] %2 = fma %x, %y, %a : f64[s1] return %1, %2"},
          {"a chain",
           "%1 = mul %x, %y : f64[s1] %2 = add %1, %a : f64[s1] "
           "%3 = mul %2, %x : f64[s1] %4 = add %3, %n : f64[s1] return %4",
           "%2 = fma %x, %y, %a : f64[s1] %4 = fma %2, %x, %n : f64[s1] return %4"},
          {"not a product of fewer elements",
           "%1 = mul %a, %n : f64 %2 = add %1, %x : f64[s1] return %2",
           "%1 = mul %a, %n : f64 %2 = add %1, %x : f64[s1] return %2"},
          {"not integers", "%1 = mul %i, %j : i64[s1] %2 = add %1, %k : i64[s1] return %2",
           "%1 = mul %i, %j : i64[s1] %2 = add %1, %k : i64[s1] return %2"},
          {"minus a constant",
           "%c = constant 2 : f64 %1 = mul %x, %y : f64[s1] %2 = sub %1, %c : f64[s1] return %2",
           "%c = constant -2 : f64 %2 = fma %x, %y, %c : f64[s1] return %2"},
      },
      formFma);
}

TEST(FormFma, TellsWhichProductWentWhere) {
  ir::Program program = domainProgram(
      "%1 = mul %x, %y : f64[s1] %2 = sub %1, %x : f64[s1] %3 = add %x, %1 : f64[s1] "
      "return %2, %3");
  const std::vector<MultiplyAdd> formed = formFma(program);
  ASSERT_EQ(formed.size(), 2u);
  EXPECT_EQ(formed[0].product + 1, formed[0].sum);
  EXPECT_TRUE(formed[0].subtracts && formed[0].productFirst);
  EXPECT_EQ(formed[1].product, formed[0].product);
  EXPECT_FALSE(formed[1].subtracts || formed[1].productFirst);
}

}  // namespace
}  // namespace parax::compiler::test
