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

// Which ranks a cell is tested in: rank 1, and 0 to 3 where there is time; the others take turns.
std::vector<int> ranksOf(int turn);
std::vector<int> ranksFor(Op op, ElementType type);
extern const char* const takesTurns;
constexpr int highestRank = detail::maxRank;

// Math functions convert integers and bool first: they have rank 1 only.
bool convertsFirst(Op op, ElementType type);
// Whether elements of the second operand must not be 0.
bool divides(Op op, ElementType type);

// Runs run(type, rank) for every cell of an operation; every other type and rank has a reason.
void forEachCell(Op op, const std::function<void(ElementType type, int rank)>& run);

}  // namespace parax::conformance
