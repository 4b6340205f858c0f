// The tables of functions as one.
#include "tests/fuzz/functions.h"

#include <string_view>

namespace parax::fuzz {
namespace {

std::vector<Function> allFunctions() {
  std::vector<Function> rows = elementFunctions();
  for (const auto& more : {reductionFunctions(), pairFunctions()})
    rows.insert(rows.end(), more.begin(), more.end());
  // To the power of 0, the largest of nothing, the other part: what the operand is does not matter.
  for (Function& function : rows)
    for (const std::string_view text : {"pow", "norm", "real", "imag"})
      if (function.text == text) function.needsValues = false;
  for (Function& function : rows)
    if (std::string_view(function.text) == "foldRemainder") function.fails = true;
  return rows;
}

}  // namespace

const std::vector<Function>& functions() {
  static const std::vector<Function> rows = allFunctions();
  return rows;
}

}  // namespace parax::fuzz
