// Reductions, also those with functions of the user.
#include <limits>

#include "tests/fuzz/folds.h"
#include "tests/fuzz/function_calls.h"

namespace parax::fuzz {
namespace {

PARAX_FUZZ_FOLDS

}  // namespace

std::vector<Function> reductionFunctions() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {
      row<1, CALL_OF(count, isBool)>("count", Gives::index),
      row<1, CALL_OF(argMin, isReal)>("argMin", Gives::index),
      row<1, CALL_OF(argMax, isReal)>("argMax", Gives::index),
      row<1, CALL(mean)>("mean", Gives::value),
      row<2,
          []<std::same_as<std::int64_t> I>(const auto& a, I k, const Where& where) {
    return var(a, static_cast<int>(k), where);
  }>("var", Gives::value, {integer(0), integer(1)}),
      row<2,
          []<std::same_as<std::int64_t> I>(const auto& a, I k, const Where& where) {
    return stddev(a, static_cast<int>(k), where);
  }>("stddev", Gives::value, {integer(0), integer(1)}),
      row<1, CALL(sumOfSquares)>("sumOfSquares", Gives::value),
      row<2, []<std::same_as<double> D>(const auto& a, D order,
                                        const Where& where) { return norm(a, order, where); }>(
          "norm", Gives::value,
          {floating(1), floating(2), floating(2), floating(infinity), floating(infinity)}),
      row<1, CALL_OF(foldMax, isReal)>("foldMax", Gives::value),
      row<1, CALL(foldDifference)>("foldDifference", Gives::value),
      row<1, CALL_OF(foldInDouble, isReal)>("foldInDouble", Gives::value),
      row<1, CALL_OF(foldSelect, isReal)>("foldSelect", Gives::value),
      row<1, CALL_OF(foldRemainder, isWhole)>("foldRemainder", Gives::value),
      row<1, CALL_OF(foldComplex, isFloat)>("foldComplex", Gives::value),
      row<1, CALL_OF(foldConjugates, isComplex)>("foldConjugates", Gives::value),
      row<2, []<class T>(const Some<T>& a, const Some<T>& k,
                         const Where& where) { return foldScaled(a, k, where); }>(
          "foldScaled", Gives::value, {}, secondIsValue),
  };
}

}  // namespace parax::fuzz
