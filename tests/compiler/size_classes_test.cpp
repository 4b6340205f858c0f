// unifySizes: assumptions become equal symbols and stay for the guards.
#include "compiler/size_classes.h"

#include "tests/compiler/rows.h"

namespace parax::compiler::test {
namespace {

TEST(SizeClasses, EqualAndOne) {
  const char* const before = R"(program {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    symbol s3 = input 1 dim 1
    symbol s4 = input 2 dim 0
    assume s4 == s2
    assume s2 == s1
    assume s3 == 1
    %0 = input 0 : f64[s1]
    %1 = input 1 : f64[s2, s3]
    %2 = input 2 : f64[s4]
    %3 = add %0, %2 : f64[s4]
    %4 = add %3, %1 : f64[s2, s4]
    return %4
  })";
  ir::Program program = ir::parseProgram(before);
  ir::verify(program);
  unifySizes(program);
  ir::verify(program);
  EXPECT_EQ(program.assumptions.size(), 3u);
  EXPECT_EQ(program.inputs[1].dims, (ir::Dims{1, ir::one}));
  EXPECT_EQ(program.inputs[2].dims, (ir::Dims{1}));
  EXPECT_EQ(program.nodes[3].dims, (ir::Dims{1}));
  EXPECT_EQ(program.nodes[4].dims, (ir::Dims{1, 1}));
  const std::string once = print(program);
  unifySizes(program);
  EXPECT_EQ(print(program), once);
}

}  // namespace
}  // namespace parax::compiler::test
