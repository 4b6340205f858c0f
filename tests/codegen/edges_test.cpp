// Edges of loads and stores, computed indices and predicates.
#include <sstream>

#include "everywhere.h"

namespace parax::codegen::test {
namespace {

const char* const stencil = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 0 dim 1
  buffer b0 = input 0 : TYPE[s1, s2]
  buffer b1 = output 0 : TYPE[s1, s2]
  loop (i0 < s1, i1 < s2) {
    %0 = constant 3 : TYPE
    ---
    %1 = load b0[i0 - 1 OUTER, i1]OR : TYPE
    %2 = load b0[i0 + 2 OUTER, i1]OR : TYPE
    %3 = load b0[i0, i1 - 1 INNER]or : TYPE
    %4 = load b0[i0 + 1 OUTER, i1 + 3 INNER]BOTH : TYPE
    %5 = sub %1, %2 : TYPE
    %6 = mul %3, %4 : TYPE
    %7 = add %5, %6 : TYPE
    store b1[i0, i1], %7 : TYPE
  } schedule parallel
  return b1
}
)";

std::string withEdges(const std::string& outer, const std::string& inner, const char* type) {
  const auto constant = [](bool is) { return is ? " or %0" : ""; };
  std::string s = replaced(stencil, "OUTER", outer);
  s = replaced(s, "INNER", inner);
  s = replaced(s, "]OR", std::string("]") + constant(outer == "constant"));
  s = replaced(s, "]or", std::string("]") + constant(inner == "constant"));
  s = replaced(s, "]BOTH", std::string("]") + constant(outer == "constant" || inner == "constant"));
  return replaced(s, "TYPE", type);
}

const std::vector<Shapes> planes = {{{0, 5}}, {{5, 0}},  {{1, 1}},  {{1, 2}},  {{2, 1}},
                                    {{3, 7}}, {{2, 64}}, {{5, 37}}, {{4, 101}}};

TEST(Edges, StencilsOfEveryEdge) {
  Random random(1);
  for (const char* outer : {"clamp", "wrap", "reflect", "zero", "constant"})
    for (const char* inner : {"clamp", "wrap", "reflect", "zero", "constant"})
      checkEverywhere(withEdges(outer, inner, "f64"), planes, random);
  for (const char* type : {"f32", "i32", "i64"})
    checkEverywhere(withEdges("zero", "reflect", type), planes, random);
}

// The index and the extent of the first dimension that it is outside of.
TEST(Edges, FailuresTellIndexAndExtent) {
  Random random(2);
  for (const char* outer : {"fail", "zero", "clamp"})
    for (const char* inner : {"fail", "wrap"}) {
      const std::string text = withEdges(outer, inner, "f32");
      checkEverywhere(numbered(text), text, planes, random);
    }
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 0
  symbol s3 = SHIFT
  buffer b0 = input 0 : f32[s1]
  buffer b1 = input 1 : f32[s2]
  buffer b2 = output 0 : f32[s1]
  loop (i0 < s1) {
    %0 = load b1[2 * i0 + 1 fail] : f32
    %1 = load b1[-3 * i0 + 40 fail] : f32
    %2 = add %0, %1 : f32
    %3 = index i0 : i64
    store b2[%3 + s3 fail], %2 : f32
  } schedule
  return b2
}
)";
  std::vector<Shapes> shapes;
  for (std::int64_t n : {0, 1, 13, 14, 15, 40})
    for (std::int64_t m : {1, 25, 29, 41, 100}) shapes.push_back({{n}, {m}});
  for (const char* shift : {"0", "3"})
    checkEverywhere(numbered(replaced(text, "SHIFT", shift)), replaced(text, "SHIFT", shift),
                    shapes, random);
}

// Inside of the buffers the inner loop is contiguous vectors.
TEST(Edges, OnlyTheEndsOfRowsAreGathered) {
  const auto p = ir::parseParallel(withEdges("clamp", "clamp", "f64"));
  const auto code = backend().compile(p, {.keepLlvm = true});
  std::istringstream text(code->llvmText);
  std::string line, block;
  bool gathersInside = false, loadsInside = false;
  while (std::getline(text, line)) {
    if (!line.empty() && line[0] != ' ') block = line;
    const bool inLoop = block.rfind("loop", 0) == 0;
    gathersInside |= inLoop && line.find("masked.") != std::string::npos;
    loadsInside |= inLoop && line.find("load <") != std::string::npos;
  }
  EXPECT_TRUE(loadsInside);
  EXPECT_FALSE(gathersInside);
}

const char* const gathers = R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 0
  symbol s3 = input 1 dim 1
  buffer b0 = input 0 : i64[s1]
  buffer b1 = input 1 : TYPE[s2, s3]
  buffer b2 = output 0 : TYPE[s1]
  buffer b3 = output 1 : TYPE[s1]
  loop (i0 < s1) {
    %0 = load b0[i0] : i64
    %1 = constant 5 : TYPE
    %2 = constant 2 : i64
    %3 = lt %0, %2 : bool
    %4 = load b1[%0 EDGE, 2 * i0 - 3 * %0 + 1 OTHER]OR : TYPE
    %5 = load b1[%0 EDGE, i0 OTHER]OR when %3 : TYPE
    %6 = add %4, %5 : TYPE
    store b2[i0], %6 : TYPE
    store b3[i0], %4 : TYPE
    store b3[i0], %5 when %3 : TYPE
  } schedule
  return b2, b3
}
)";

TEST(Edges, ComputedIndices) {
  Random random(3);
  std::vector<Shapes> shapes;
  for (std::int64_t n : {1, 7, 40, 65})
    for (std::int64_t m : {1, 2, 33}) shapes.push_back({{n}, {m, m + 1}});
  shapes.push_back({{9}, {0, 3}});
  for (const auto& [edge, other] : {std::pair{"fail", "fail"},
                                    {"clamp", "wrap"},
                                    {"reflect", "clamp"},
                                    {"zero", "fail"},
                                    {"constant", "reflect"},
                                    {"wrap", "zero"}})
    for (const char* type : {"f64", "f32", "i32"}) {
      std::string text = replaced(replaced(gathers, "EDGE", edge), "OTHER", other);
      text = replaced(
          text, "]OR",
          std::string("]") +
              (text.find("constant]") + 1 || std::string(edge) == "constant" ? " or %1" : ""));
      text = replaced(text, "TYPE", type);
      checkEverywhere(numbered(text), text, shapes, random);
      checkEverywhere(numbered(text), text, shapes, random, true);
    }
}

// A division that does not run neither fails nor counts; its value is 0.
TEST(Edges, Predicates) {
  Random random(4);
  const std::string text = R"(parallel {
  symbol s1 = input 0 dim 0
  buffer b0 = input 0 : i32[s1]
  buffer b1 = output 0 : i32[s1]
  buffer b2 = output 1 : c64[s1]
  loop (i0 < s1) {
    %0 = constant 0 : i32
    %1 = constant 7 : i32
    ---
    %2 = load b0[i0] : i32
    %3 = gt %2, %0 : bool
    %4 = div %1, %2 when %3 : i32
    store b1[i0], %1 : i32
    store b1[i0], %4 when %3 : i32
    %7 = cast %2 : f32
    store b2[i0].1, %7 : f32
    store b2[i0].0, %7 : f32
    store b2[i0].0, %7 when %3 : f32
  } schedule
  return b1, b2
}
)";
  checkEverywhere(numbered(text), text, {{{0}}, {{1}}, {{17}}, {{70}}}, random);
  checkEverywhere(numbered(replaced(text, "div %1, %2 when %3", "div %1, %2")),
                  replaced(text, "div %1, %2 when %3", "div %1, %2"), {{{1}}, {{70}}}, random);
}

// What a whole row meets, and what is known before the loop.
TEST(Edges, RowsAndHoistedLoads) {
  Random random(5);
  for (const char* edge : {"clamp", "wrap", "reflect", "zero", "fail"}) {
    const std::string text = replaced(R"(parallel {
  symbol s1 = input 0 dim 0
  symbol s2 = input 1 dim 0
  buffer b0 = input 0 : f64[s1]
  buffer b1 = input 1 : f64[s2]
  buffer b2 = output 0 : f64[s2, s1]
  loop (i0 < s2, i1 < s1) {
    %0 = load b0[2 EDGE] : f64
    %1 = constant 3 : i64
    %2 = load b0[2 * %1 EDGE] : f64
    ---
    %3 = load b1[i0 - 2 EDGE] : f64
    %4 = load b1[-1 * i0 EDGE] : f64
    %5 = add %0, %2 : f64
    %6 = add %3, %4 : f64
    %7 = mul %5, %6 : f64
    store b2[i0, i1], %7 : f64
  } schedule
  return b2
}
)",
                                      "EDGE", edge);
    checkEverywhere(numbered(text), text, {{{9}, {3}}, {{1}, {1}}, {{40}, {8}}, {{5}, {0}}},
                    random);
  }
}

// Random accesses of one dimension each: steps, constants, shifts, edges.
std::string randomAccess(Random& random, int rank, bool computed, bool& constant) {
  static const char* const edges[] = {"fail", "clamp", "wrap", "reflect", "zero", "constant"};
  std::string text;
  for (int k = 0; k < 2; ++k) {
    const auto step = static_cast<int>(random() % 7) - 3;
    const auto d = random() % static_cast<unsigned>(rank);
    text += k ? ", " : "";
    if (computed && random() % 2)
      text += "%0 - ";
    else if (step != 0)
      text += std::to_string(step) + " * i" + std::to_string(d) + " - ";
    text += std::to_string(random() % 9);
    if (random() % 2) text += " + s4";
    const char* edge = edges[random() % std::size(edges)];
    constant |= std::string(edge) == "constant";
    text += std::string(" ") + edge;
  }
  return text;
}

TEST(Edges, RandomAccesses) {
  Random random(6);
  for (int round = 0; round < 40; ++round) {
    const int rank = 1 + static_cast<int>(random() % 2);
    const bool computed = random() % 3 == 0;
    const std::string space = rank == 1 ? "i0 < s1" : "i0 < s1, i1 in s4 to s3";
    const std::string own = rank == 1 ? "i0" : "i0, i1 + s7";
    std::ostringstream text;
    text << "parallel canFail {\n  symbol s1 = input 0 dim 0\n  symbol s2 = input 0 dim 1\n"
            "  symbol s3 = add s2, s1\n  symbol s4 = sub s1, 1\n  symbol s5 = sub s3, s4\n"
            "  symbol s6 = 0\n  symbol s7 = sub s6, s4\n"
            "  buffer b0 = input 0 : f32[s1, s2]\n  buffer b1 = output 0 : f32[s1"
         << (rank == 1 ? "" : ", s5") << "]\n  loop (" << space << ") {\n"
         << "    %0 = index i" << rank - 1 << " : i64\n    %1 = constant 9 : f32\n";
    int next = 2;
    for (int k = 0; k < 3; ++k) {
      bool constant = false;
      const std::string access = randomAccess(random, rank, computed, constant);
      text << "    %" << next++ << " = load b0[" << access << "]" << (constant ? " or %1" : "")
           << " : f32\n";
    }
    text << "    %5 = add %2, %3 : f32\n    %6 = sub %5, %4 : f32\n    store b1[" << own
         << "], %6 : f32\n  } schedule\n  return b1\n}\n";
    checkEverywhere(numbered(text.str()), text.str(),
                    {{{1, 1}}, {{2, 3}}, {{5, 17}}, {{23, 40}}, {{70, 2}}}, random);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace parax::codegen::test
