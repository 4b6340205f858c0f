// What the text forms of both IRs share: numbers, types with symbolic shapes, symbol lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/domain.h"
#include "ir/parallel.h"
#include "ir/text_lexer.h"

namespace parax::ir {

// Floats print as the shortest decimal that reads back to the same bits.
std::string printNumber(ElementType type, std::uint64_t bits);
std::string printSymbol(Symbol symbol);                      // "s3", or "1" for symbol 0
std::string printType(ElementType type, const Dims& dims);   // "f64[s1, 1]"
std::string printSizes(const std::vector<Size>& sizes);      // indented lines
std::string printValues(std::span<const std::int32_t> ids);  // "%2, %4"

// Numbers that no instruction reads leave no other trace in the text: "  unused number 1 : f64"
// lines. `seen[k]` says whether number k is read.
std::string printUnusedNumbers(const std::vector<ElementType>& numbers,
                               const std::vector<Size>& sizes, std::vector<bool> seen);

// By Edge.
constexpr std::string_view edgeNames[] = {"inside",  "fail", "clamp",   "wrap",
                                          "reflect", "zero", "constant"};

// Parts of the text form that verifiers show, too: a line without indentation, a body or loop with
// `depth` times two blanks.
std::string printNode(const Program& program, NodeId id);
std::string printAccess(const Access& access, std::span<const std::int32_t> operands);
std::string printInst(const ParallelProgram& program, const Body& body, std::size_t id);
std::string printBody(const ParallelProgram& program, const Body& body, int depth);
std::string printLoop(const ParallelProgram& program, const Loop& loop, int depth);

std::uint64_t parseNumber(const Token& token, ElementType type);
ElementType parseElementType(TextLexer& lexer);
Symbol parseSymbol(TextLexer& lexer, std::size_t symbolCount);
Dims parseDims(TextLexer& lexer, std::size_t symbolCount);
Op parseOp(TextLexer& lexer);

// Values may carry any numbers in the text; they are renumbered by position.
class ValueNames {
 public:
  void define(const Token& name, std::int32_t position);
  std::int32_t use(const Token& name) const;

 private:
  std::unordered_map<std::string, std::int32_t> position_;
};

// Collects the types of slots that the text mentions here and there.
class NumberSlots {
 public:
  void declare(std::int32_t slot, ElementType type, const Token& where);
  void parseUnused(TextLexer& lexer);                           // after `unused`: "number 1 : f64"
  std::vector<ElementType> take(const TextLexer& lexer) const;  // no slot may be missing

 private:
  std::vector<ElementType> types_;
  std::vector<bool> known_;
};

// After the word `symbol`.
void parseSize(TextLexer& lexer, std::vector<Size>& sizes, NumberSlots& numbers);

}  // namespace parax::ir
