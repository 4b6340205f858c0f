// Runs the rows.
#include "tests/compiler/rows.h"

#include "compiler/program_builder.h"

namespace parax::compiler::test {
namespace {

constexpr std::string_view header = R"(program {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 1
  symbol s3 = input 2 dim 0
  %x = input 0 : f64[s1]
  %m = input 1 : f64[s1, s2]
  %z = input 2 : f64[s1]
  %y = input 3 : f64[s1]
  %i = input 4 : i64[s1]
  %j = input 5 : i64[s1]
  %p = input 6 : bool[s1]
  %q = input 7 : bool[s1]
  %a = input 8 : f64
  %f = input 9 : f32[s1]
  %n = number 0 : f64
  %k = number 1 : i64
)";

}  // namespace

ir::Program domainProgram(std::string_view lines) {
  ir::Program program = ir::parseProgram(std::string(header) + std::string(lines) + "\n}\n");
  removeUnused(program);
  return program;
}

void checkRows(const std::vector<DomainRow>& rows, const std::function<void(ir::Program&)>& pass) {
  for (const DomainRow& row : rows) {
    SCOPED_TRACE(row.name);
    ir::Program program = domainProgram(row.before);
    EXPECT_NO_THROW(ir::verify(program));
    pass(program);
    EXPECT_NO_THROW(ir::verify(program));
    const std::string after = print(program);
    EXPECT_EQ(after, print(domainProgram(row.after)));
    pass(program);
    EXPECT_EQ(print(program), after) << "the second time";
  }
}

void checkRows(const std::vector<ParallelRow>& rows,
               const std::function<void(ir::ParallelProgram&)>& pass) {
  for (const ParallelRow& row : rows) {
    SCOPED_TRACE(row.name);
    ir::ParallelProgram program = ir::parseParallel(row.before);
    EXPECT_NO_THROW(ir::verify(program));
    pass(program);
    EXPECT_NO_THROW(ir::verify(program));
    const std::string after = print(program);
    EXPECT_EQ(after, print(ir::parseParallel(row.after)));
    pass(program);
    EXPECT_EQ(print(program), after) << "the second time";
  }
}

}  // namespace parax::compiler::test
