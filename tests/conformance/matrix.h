// Operation x element type x rank, built at run time: from the table of operations, and from the
// fuzzer's table of functions that are more than one.
#pragma once

#include <string>

#include "inputs.h"
#include "untyped.h"

namespace parax::conformance {

// Why an operation does not take elements of a type, by the promises; nothing if it does.
const char* refusal(Op op, ElementType type);

// Statements with operands; a program of some, whose results are what they define.
fuzz::Operand variable(int index);
fuzz::Operand literal(fuzz::Number number);
fuzz::Number integer(std::int64_t i);
fuzz::Number real(double f);
fuzz::Number imaginary(double f);
fuzz::Number plainNumber(ElementType type, int i);  // bool beside bool, int beside others
fuzz::Program programOf(std::vector<Variable> parameters, std::vector<fuzz::Statement> statements);

fuzz::Form formOf(Op op);                          // of a pointwise operation or reduction
fuzz::Statement statementOf(Op op, int operands);  // on the first variables
std::vector<Op> operationsOf(OpKind kind, int arity);

// Which ranks the cells of an operation have: 0 to 3, and one of those above, which take turns.
std::vector<int> ranksFor(Op op, ElementType type);
constexpr int highestRank = detail::maxRank;

// Math functions convert integers and bool first: they have rank 1 only.
bool convertsFirst(Op op, ElementType type);
// Whether elements of the second operand must not be 0.
bool divides(Op op, ElementType type);

// Runs run(rank) for the ranks of a cell, or explains why there is none.
void forEachCell(Op op, const std::function<void(ElementType type, int rank)>& run);

}  // namespace parax::conformance
