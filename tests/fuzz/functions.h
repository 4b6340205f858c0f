// The functions of the public headers that are more than one operation: a row each.
#pragma once

#include <span>
#include <vector>

#include "tests/fuzz/program.h"

namespace parax::fuzz {

// What an operand contributes to the types: a variable's type, or a weak number.
struct Part {
  std::optional<Variable> variable;
  Number::Kind number = Number::Kind::integer;
  bool isBool() const {
    return variable ? variable->type == ElementType::boolean : number == Number::Kind::boolean;
  }
  friend bool operator==(const Part&, const Part&) = default;
};

// The parts of a statement's operands; fewer if one is not defined.
std::vector<Part> partsOf(const Statement& statement, const Program& program);

using Parts = std::span<const Part>;
using Arguments = std::span<const detail::Operand>;

// f(a, ...), carried out by the header itself. All operands after the second have its type.
struct Function {
  const char* text;
  std::size_t operands;
  enum class Gives : std::uint8_t {
    elements,    // of the operands' broadcast shape
    elementsOf,  // of the first operand's shape, whose elements may not be looked at
    value,       // a reduction
    index,       // a reduction to a number of elements, or of one
  } gives;
  std::optional<Variable> (*result)(Parts);  // nothing: it does not compile
  detail::Handle (*run)(Parts, Arguments, const SourceLocation&);
  std::vector<Number> numbers = {};  // what follows the first operand; empty: anything
  bool (*fits)(Parts) = nullptr;     // a further condition
  bool needsValues = true;           // an error in its operands cannot vanish
  bool fails = false;                // elements can be errors
};
const std::vector<Function>& functions();
// The parts of it: a file each.
std::vector<Function> elementFunctions();
std::vector<Function> reductionFunctions();
std::vector<Function> pairFunctions();

// f<T>(numbers ..., extents ...).
struct Maker {
  const char* text;
  std::size_t numbers;
  std::size_t leastExtents, maxExtents;
  int rank;                    // 0: as many as extents
  bool (*makes)(ElementType);  // arrays of this type
  detail::Handle (*run)(ElementType, Arguments, const SourceLocation&);
};
const std::vector<Maker>& makers();

}  // namespace parax::fuzz
