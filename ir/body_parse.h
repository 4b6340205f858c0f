// The text form of bodies and accesses: parse.
#pragma once

#include "ir/parallel.h"
#include "ir/text_parts.h"

namespace parax::ir {

// Reads the statements of one body up to its closing brace.
class BodyParser {
 public:
  // `ordinal` is the next instruction's.
  BodyParser(TextLexer& lexer, const ParallelProgram& program, int loopRank, NumberSlots& numbers,
             std::int32_t& ordinal)
      : lexer_(lexer),
        program_(program),
        loopRank_(loopRank),
        numbers_(numbers),
        ordinal_(ordinal) {}

  Body parse();

 private:
  void parseStatement();
  void parseReduction();
  void parseInst();
  void parseKind(Inst& inst);
  void parseMemory(Inst& inst);
  void parseOperands(Inst& inst);
  void endRegion();
  Access parseAccess(IdList& computed);
  std::int32_t findAccess(const Access& access);
  Index parseIndex(IdList& computed);
  void parseTerm(Index& index, bool minus, IdList& computed);
  void addTerm(Index& index, std::int32_t which, std::int32_t step, const Token& where);
  std::int32_t parseValue() { return names_.use(lexer_.expect(Token::Kind::value, "a value")); }
  void push(Inst inst);

  TextLexer& lexer_;
  const ParallelProgram& program_;
  int loopRank_;
  NumberSlots& numbers_;
  std::int32_t& ordinal_;
  Body body_;
  ValueNames names_;
  std::vector<int> open_;  // regions that are still to be closed, by owner
};

BufferId parseBufferName(TextLexer& lexer, const ParallelProgram& program);

}  // namespace parax::ir
