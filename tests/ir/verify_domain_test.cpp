// Every rule of the domain verifier refuses what breaks it.
#include "ir/domain.h"
#include "verify_rows.h"

namespace parax::ir {
namespace {

using Row = test::BrokenRow<Program>;

Program goodProgram() {
  return parseProgram(R"(program {
    symbol s1 = input 0 dim 0
    symbol s2 = input 1 dim 0
    symbol s3 = number 1
    guard s1 in 1..
    %0 = input 0 : f64[s1]
    %1 = input 1 : f64[s2, 1]
    %2 = number 0 : f64
    %3 = constant true : bool
    %4 = add %0, %2 : f64[s1]
    %5 = sum %4 : f64
    %6 = full %5 : f64[s1, s3]
    %7 = iota : i32[s3]
    %8 = mul %1, %4 : f64[s2, s1]
    %9 = select %3, %4, %0 : f64[s1]
    %10 = lt %0, %4 : bool[s1]
    %11 = input 2 : c128[s1]
    %12 = field 1 %11 : f64[s1]
    %13 = pack %12, %5 : c128[s1]
    %14 = left 0 : f64
    %15 = right 0 : f64
    %16 = mul %15, %2 : f64
    %17 = sub %14, %16 : f64
    %18 = reduceWith %4, %2, %17 : f64
    %19 = left 1 : f64
    %20 = reduceWith %8, %5, %19 : f64
    %21 = add %18, %20 : f64
    %22 = left 2 : c128
    %23 = right 2 : c128
    %24 = field 1 %22 : f64
    %25 = field 0 %23 : f64
    %26 = pack %24, %25 : c128
    %27 = pack %2, %5 : c128
    %28 = reduceWith %13, %27, %26 : c128
    return %8, %9, %10, %13, %21, %28
  })");
}

const Row rows[] = {
    {"symbolOne", [](Program& p) { p.sizes.clear(); }},
    {"symbolOne", [](Program& p) { p.sizes[0].value = 2; }},
    {"size", [](Program& p) { p.sizes[3] = Size::of(Size::Kind::add, 1, 3); }},  // itself
    {"size", [](Program& p) { p.sizes[3] = Size::of(Size::Kind::add, none, 1); }},
    {"size", [](Program& p) { p.sizes[3] = Size::result(-1); }},
    {"size", [](Program& p) { p.sizes[3].slot = 99; }},  // no such number
    {"sizeOnce", [](Program& p) { p.sizes[2] = p.sizes[1]; }},
    {"sizeOnce", [](Program& p) { p.sizes.push_back(Size::literal(1)); }},
    {"symbolOne", [](Program& p) { p.sizes[0].kind = Size::Kind::input; }},
    {"size", [](Program& p) { p.sizes[1].slot = 3; }},
    {"size", [](Program& p) { p.sizes[1].dim = 1; }},
    {"size", [](Program& p) { p.sizes[3].slot = 0; }},  // an f64
    {"inputDims", [](Program& p) { p.inputs[0].dims[0] = 4; }},
    {"guard", [](Program& p) { p.guards[0].size = -1; }},
    {"guard", [](Program& p) { p.guards[0].size = 4; }},
    {"guard", [](Program& p) { p.guards[0].most = 0; }},
    {"output", [](Program& p) { p.outputs[0] = 29; }},
    {"output", [](Program& p) { p.outputs[0] = none; }},
    {"operation", [](Program& p) { p.nodes[7].op = Op::index; }},
    {"operands", [](Program& p) { p.nodes[4].operand[1] = 4; }},  // itself
    {"operands", [](Program& p) { p.nodes[4].operand[1] = none; }},
    {"operands", [](Program& p) { p.nodes[4].operand[2] = 0; }},  // one too many
    {"dims", [](Program& p) { p.nodes[4].dims[0] = 9; }},
    {"input", [](Program& p) { p.nodes[0].slot = 2; }},
    {"input", [](Program& p) { p.nodes[0].type = ElementType::float32; }},
    {"input", [](Program& p) { p.nodes[0].dims = {}; }},
    {"number", [](Program& p) { p.nodes[2].slot = 1; }},
    {"number", [](Program& p) { p.nodes[2].dims = {one}; }},
    {"constant", [](Program& p) { p.nodes[3].bits = 2; }},
    {"constant", [](Program& p) { p.nodes[3].dims = {one}; }},
    {"types", [](Program& p) { p.nodes[4].type = ElementType::float32; }},
    {"types", [](Program& p) { p.nodes[10].type = ElementType::float64; }},
    {"types", [](Program& p) { p.nodes[9].operand[0] = 2; }},
    {"types", [](Program& p) { p.nodes[10].op = Op::logicalAnd; }},
    {"types", [](Program& p) { p.nodes[4].operand[0] = p.nodes[4].operand[1] = 3; }},
    {"types", [](Program& p) { p.nodes[12].type = ElementType::float32; }},
    {"types", [](Program& p) { p.nodes[12].operand[0] = 0; }},
    {"types", [](Program& p) { p.nodes[13].type = ElementType::complex64; }},
    {"types", [](Program& p) { p.nodes[13].op = Op::add; }},
    {"types",
     [](Program& p) {  // an order of complex numbers
  p.nodes[12] = p.nodes[10];
  p.nodes[12].operand[0] = p.nodes[12].operand[1] = 11;
}},
    {"scalar", [](Program& p) { p.nodes[7].type = ElementType::complex128; }},
    {"scalar", [](Program& p) { p.nodes[2].type = p.numbers[0] = ElementType::complex64; }},
    {"field", [](Program& p) { p.nodes[12].slot = 2; }},
    {"broadcast", [](Program& p) { p.nodes[13].dims = {3}; }},
    {"generator", [](Program& p) { p.nodes[6].operand[0] = 4; }},
    {"generator", [](Program& p) { p.nodes[7].dims = {}; }},
    {"generator", [](Program& p) { p.nodes[7].type = ElementType::boolean; }},
    {"broadcast", [](Program& p) { p.nodes[4].dims = {}; }},
    {"broadcast", [](Program& p) { p.nodes[4].dims = {3}; }},
    {"broadcast", [](Program& p) { p.nodes[8].dims = {one, 1}; }},
    {"broadcast",
     [](Program& p) {
  p.nodes[8].operand[1] = 6;
  p.nodes[8].dims = {2, 1};
}},
    {"broadcast", [](Program& p) { p.nodes[9].dims = {2}; }},  // s2 is another symbol than s1
    {"reduction", [](Program& p) { p.nodes[5].dims = {1}; }},
    {"combiner", [](Program& p) { p.nodes[14].slot = -1; }},
    {"combiner", [](Program& p) { p.nodes[14].dims = {one}; }},
    {"combiner", [](Program& p) { p.nodes[15].slot = 1; }},         // two in one function
    {"combiner", [](Program& p) { p.outputs[0] = 17; }},            // has no value of its own
    {"combiner", [](Program& p) { p.nodes[21].operand[0] = 19; }},  // read after it
    {"combiner", [](Program& p) { p.nodes[20].operand[0] = 19; }},
    {"combiner", [](Program& p) { p.nodes[20].operand[1] = 14; }},  // depends on a pair
    {"combiner",
     [](Program& p) {  // an array in a function
  p.nodes[17].operand[1] = 4;
  p.nodes[17].dims = {1};
}},
    {"types", [](Program& p) { p.nodes[18].operand[2] = 3; }},
    {"types", [](Program& p) { p.nodes[28].type = ElementType::complex64; }},
    {"types", [](Program& p) { p.nodes[28].operand[1] = 2; }},   // a real identity
    {"types", [](Program& p) { p.nodes[28].operand[2] = 24; }},  // a part of the function's result
    {"field", [](Program& p) { p.nodes[24].slot = 2; }},
    {"combiner", [](Program& p) { p.outputs[5] = 26; }},
    {"combiner", [](Program& p) { p.nodes[27].operand[0] = 24; }},
    {"combiner", [](Program& p) { p.nodes[23].slot = 1; }},
    {"reduction", [](Program& p) { p.nodes[18].operand[1] = 0; }},
    {"reduction", [](Program& p) { p.nodes[20].operand[2] = 17; }},  // belongs to another
    {"reduction",
     [](Program& p) {  // takes other elements than the array has
  p.nodes[19].type = ElementType::float32;
  p.nodes[20].operand[2] = 19;
  p.nodes.insert(p.nodes.begin() + 20, {.op = Op::cast, .type = ElementType::float64});
  p.nodes[20].operand[0] = 19;
  p.nodes[21].operand[2] = 20;
  p.nodes[22].operand[1] = 21;
  p.nodes.resize(23);
  p.outputs[4] = p.outputs[5] = 22;
}},
};

TEST(VerifyDomain, AcceptsTheGoodProgram) { EXPECT_NO_THROW(verify(goodProgram())); }

TEST(VerifyDomain, RefusesEveryBrokenRow) {
  for (const Row& row : rows) test::expectRefused(goodProgram(), row);
}

TEST(VerifyDomain, NamesRuleAndNode) {
  Program p = goodProgram();
  p.nodes[4].type = ElementType::float32;
  try {
    verify(p);
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_STREQ(
        error.what(),
        "domain IR breaks the rule 'types': The types follow the operation's row in the op "
        "table.\n%4 = add %0, %2 : f32[s1]");
  }
}

}  // namespace
}  // namespace parax::ir
