// Functions of one array that give one of its shape.
#include "tests/fuzz/function_calls.h"

namespace parax::fuzz {

std::vector<Function> elementFunctions() {
  return {
      row<1, CALL_OF(isnan, isFloat)>("isnan", Gives::elements),
      row<1, CALL_OF(isinf, isFloat)>("isinf", Gives::elements),
      row<1, CALL_OF(isfinite, isFloat)>("isfinite", Gives::elements),
      row<1, CALL_OF(signbit, isReal)>("signbit", Gives::elements),
      row<1, CALL_OF(sign, isNumber)>("sign", Gives::elements),
      row<1, CALL(rsqrt)>("rsqrt", Gives::elements),
      row<2,
          []<std::integral I>(const auto& a, I k, const Where& where) { return pow(a, k, where); }>(
          "pow", Gives::elements,
          {integer(0),
           integer(1),
           integer(2),
           integer(3),
           integer(5),
           integer(11),
           integer(16),
           integer(17),
           integer(-1),
           integer(-2),
           {Number::Kind::natural, 4, 0}}),
      // Bounds of the elements' type, or numbers. Unqualified, it would be std::clamp.
      row<3,
          []<class T, class B>(const Some<T>& x, const B& low, const B& high, const Where& where)
            requires(isReal<T> && (detail::RealNumber<B> || std::same_as<B, Some<T>>))
  { return parax::clamp(x, low, high, where); }>("clamp", Gives::elements),
          row<1, CALL(zerosLike)>("zerosLike", Gives::elementsOf),
          row<1, CALL(onesLike)>("onesLike", Gives::elementsOf),
          row<2,
              []<class T>(const Some<T>& like, const Some<T>& value, const Where& where) {
    return fullLike(like, Value<T>(value.handle()), where);
  }>("fullLike", Gives::elementsOf, {}, secondIsValue),
          row<1, CALL_OF(real, isComplex)>("real", Gives::elements),
          row<1, CALL_OF(imag, isComplex)>("imag", Gives::elements),
          row<1, CALL_OF(conj, isComplex)>("conj", Gives::elements),
          row<1, CALL_OF(arg, isComplex)>("arg", Gives::elements),
          row<1, CALL_OF(norm, isComplex)>("norm", Gives::elements),
      };
}

}  // namespace parax::fuzz
