// Reductions of nests: blocks of lines, whatever dimensions the code walks as one.
#include "harness.h"

#include <string>

namespace parax::codegen::test {
namespace {

using Extents = std::vector<std::int64_t>;

// Lines shorter, as long as and longer than 256 and a block, with and without a rest; many lines
// and few; every rank; nothing to reduce.
const Extents shapes[] = {{0, 300},
                          {300, 0},
                          {1, 1},
                          {9, 255},
                          {9, 256},
                          {9, 257},
                          {70, 300},
                          {7, 1279},
                          {11, 1280},
                          {9, 1281},
                          {300, 5},
                          {200, 64},
                          {5, 7000},
                          {3, 26 * 1280 + 9},
                          {2, 300, 3},
                          {3, 0, 300},
                          {40, 3, 128},
                          {5, 6, 7, 300},
                          {2, 3, 2, 3, 300},
                          {2, 3, 2, 2, 3, 257},
                          {3, 1, 2, 3, 2, 2, 100},
                          {2, 1, 3, 2, 1, 2, 2, 300}};

std::string list(std::size_t rank, const auto& item) {
  std::string text;
  for (std::size_t d = 0; d < rank; ++d) text += (d ? ", " : "") + item(std::to_string(d));
  return text;
}

// A sum, a product and a function that is neither associative nor commutative, with an identity
// that is not neutral;
// `collapsed`: all dimensions are one group.
std::string program(std::size_t rank, const std::string& type, bool collapsed,
                    const std::string& op) {
  std::string text = "parallel {\n", groups;
  for (std::size_t d = 0; d < rank; ++d) {
    const std::string k = std::to_string(d);
    text += "  symbol s" + std::to_string(d + 1) + " = input 0 dim " + k + "\n";
    groups += collapsed ? " 0" : " " + k;
  }
  const auto symbols = [](const std::string& k) { return "s" + std::to_string(std::stoi(k) + 1); };
  text += "  buffer b0 = input 0 : " + type + "[" + list(rank, symbols) + "]\n";
  for (const char* k : {"0", "1", "2"})
    text +=
        "  buffer b" + std::to_string(std::stoi(k) + 1) + " = output " + k + " : " + type + "\n";
  const auto index = [](const std::string& k) { return "i" + k; };
  const auto bound = [&](const std::string& k) { return "i" + k + " < " + symbols(k); };
  return text + "  loop (" + list(rank, bound) + ") {\n    %0 = number 0 : " + type +
         "\n    ---\n    %1 = load b0[" + list(rank, index) + "] : " + type + "\n    %2 = " + op +
         " %1 : " + type + "\n    %3 = left 0 : " + type + "\n    %4 = right 0 : " + type +
         "\n    %5 = mul %3, %0 : " + type + "\n    %6 = sub %5, %4 : " + type +
         "\n    reduce sum %2 -> b1[] : " + type + "\n    reduce product %2 -> b2[] : " + type +
         "\n    reduce reduceWith %2, %0, %6 -> b3[] : " + type + "\n  } schedule parallel group" +
         groups + "\n  return b1, b2, b3\n}\n";
}

void checkShapes(const std::string& type, bool collapsed, const std::string& op,
                 const Options& options) {
  Random random(11);
  for (const Extents& extents : shapes) {
    const std::string source = program(extents.size(), type, collapsed, op);
    const auto p = ir::parseParallel(source);
    ASSERT_NO_THROW(ir::verify(p));
    const auto code = backend().compile(p, options);
    check(p, *code, {source, {extents}, {.pieces = false}, {}, true}, random);
    for (const int threads : {1, 2, 7})
      check(p, *code, {source, {extents}, {.threads = threads}, {}, true}, random);
  }
}

TEST(Lines, OfOneWalkedDimension) {
  for (const char* type : {"f32", "f64", "i32", "i8"}) checkShapes(type, true, "abs", {});
}

TEST(Lines, OfNests) {
  for (const char* type : {"f32", "f64"}) checkShapes(type, false, "abs", {});
}

// Accumulators on the stack.
TEST(Lines, OfExpensiveBodies) {
  checkShapes("f64", true, "exp", {});
  checkShapes("f32", false, "exp", {});
  checkShapes("f32", true, "abs", {.checked = true});
}

// One reduction alone: as many blocks side by side as there may be.
std::string alone(std::size_t rank, const std::string& type, bool function) {
  std::string text = program(rank, type, true, "neg");
  const auto drop = [&](const std::string& line) {
    const auto at = text.find(line);
    text.erase(at, text.find('\n', at) + 1 - at);
  };
  drop("    reduce product");
  drop("  buffer b2 = output 1");
  drop(function ? "    reduce sum" : "    reduce reduceWith");
  drop(function ? "  buffer b1 = output 0" : "  buffer b3 = output 2");
  for (const char* line : {"%6 =", "%5 =", "%4 =", "%3 ="})
    if (!function) drop(std::string("    ") + line);
  for (const char* old : {"b3", "output 2"})
    for (auto at = text.find(old); at != std::string::npos; at = text.find(old))
      text.replace(at, std::string(old).size(), old[0] == 'b' ? "b1" : "output 0");
  return text.replace(text.find("return"), std::string::npos, "return b1\n}\n");
}

TEST(Lines, SideBySide) {
  Random random(12);
  for (const char* type : {"f32", "f64"})
    for (const bool function : {false, true})
      for (const Extents& extents : shapes) {
        const std::string source = alone(extents.size(), type, function);
        check({source, {extents}, {.pieces = false}, {}, true}, random);
        check({source, {extents}, {.threads = 3}, {}, true}, random);
      }
}

}  // namespace
}  // namespace parax::codegen::test
