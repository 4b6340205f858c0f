// The text form of parallel IR: parse.
#include <algorithm>
#include <bit>
#include <iterator>

#include "ir/parallel.h"
#include "ir/text_parts.h"

namespace parax::ir {
namespace {

class Parser {
 public:
  explicit Parser(const std::string& text) : lexer_(text) {
    program_.symbols.push_back({SymbolSource::Kind::literalOne});
  }

  ParallelProgram parse() {
    lexer_.expect("parallel");
    program_.canFail = lexer_.accept("canFail");
    lexer_.expect("{");
    while (!lexer_.at("return")) parseLine();
    lexer_.expect("return");
    if (!lexer_.at("}")) {
      do {
        program_.outputs.push_back(parseBufferName());
      } while (lexer_.accept(","));
    }
    program_.numbers = numbers_.take(lexer_);
    lexer_.expect("}");
    lexer_.expect(Token::Kind::end, "the end of the text");
    return std::move(program_);
  }

 private:
  void parseLine() {
    if (lexer_.accept("symbol")) return parseSymbolLine(lexer_, program_.symbols, numbers_);
    if (lexer_.accept("unused")) return numbers_.parseUnused(lexer_);
    if (lexer_.accept("buffer")) return parseBuffer();
    if (lexer_.accept("loop")) return parseLoop();
    if (lexer_.accept("blocks")) {
      program_.blocks = lexer_.integer("a number of blocks");
      return;
    }
    lexer_.fail("expected a symbol, buffer, loop or return, found '" +
                std::string(lexer_.peek().text) + "'");
  }

  BufferId parseBufferName() {
    const Token where = lexer_.peek();
    const BufferId id = lexer_.numbered("b", "a buffer");
    if (id < 0 || static_cast<std::size_t>(id) >= program_.buffers.size())
      TextLexer::fail("no buffer '" + std::string(where.text) + "'", where);
    return id;
  }

  void parseBuffer() {
    const Token where = lexer_.peek();
    if (lexer_.numbered("b", "a buffer") != static_cast<std::int32_t>(program_.buffers.size()))
      TextLexer::fail("expected b" + std::to_string(program_.buffers.size()), where);
    lexer_.expect("=");
    Buffer buffer{Buffer::Kind::temporary, ElementType::boolean};
    if (lexer_.accept("input"))
      buffer.kind = Buffer::Kind::input;
    else if (lexer_.accept("output"))
      buffer.kind = Buffer::Kind::output;
    else
      lexer_.expect("temporary");
    if (buffer.kind != Buffer::Kind::temporary) buffer.slot = lexer_.integer("a slot");
    lexer_.expect(":");
    buffer.type = parseElementType(lexer_);
    buffer.dims = parseDims(lexer_, program_.symbols.size());
    if (lexer_.accept("inplace")) buffer.inPlaceOf = parseBufferName();
    if (lexer_.accept("block")) buffer.block = lexer_.integer("a block");
    program_.blocks = std::max(program_.blocks, buffer.block + 1);
    if (lexer_.accept("live")) {
      buffer.firstLoop = lexer_.integer("a loop");
      lexer_.expect("to");
      buffer.lastLoop = lexer_.integer("a loop");
    }
    program_.buffers.push_back(buffer);
  }

  void parseLoop() {
    loop_ = {};
    names_ = {};
    lexer_.expect("(");
    while (!lexer_.accept(")")) {
      if (!loop_.extents.empty()) lexer_.expect(",");
      const Token where = lexer_.peek();
      const auto rank = static_cast<std::int32_t>(loop_.extents.size());
      if (lexer_.numbered("i", "a loop index") != rank || rank >= maxRank)
        TextLexer::fail("expected i" + std::to_string(rank), where);
      lexer_.expect("<");
      loop_.extents.push_back(parseSymbol(lexer_, program_.symbols.size()));
    }
    lexer_.expect("{");
    while (!lexer_.accept("}")) parseStatement();
    if (lexer_.accept("schedule")) parseSchedule();
    program_.loops.push_back(std::move(loop_));
  }

  void parseStatement() {
    if (lexer_.accept("---"))
      loop_.hoisted = static_cast<std::int32_t>(loop_.body.size());
    else if (lexer_.accept("store"))
      parseStore();
    else if (lexer_.accept("reduce"))
      parseReduction();
    else
      parseInst();
  }

  std::int32_t parseValue() { return names_.use(lexer_.expect(Token::Kind::value, "a value")); }

  void parseStore() {
    Inst inst{Op::store, ElementType::boolean};
    parseElement(inst);
    lexer_.expect(",");
    inst.operand[0] = parseValue();
    lexer_.expect(":");
    inst.type = parseElementType(lexer_);
    push(inst);
  }

  void parseReduction() {
    const Token where = lexer_.peek();
    Reduction reduction{parseOp(lexer_), ElementType::boolean, noInsts, none};
    std::vector<std::int32_t> values;  // how many there must be, the type tells
    do values.push_back(parseValue());
    while (lexer_.accept(","));
    lexer_.expect("->");
    reduction.result = parseBufferName();
    lexer_.expect(":");
    reduction.type = parseElementType(lexer_);
    std::size_t count = 0;
    forEachValue(reduction, [&](std::int32_t& id) {
      if (count < values.size()) id = values[count];
      ++count;
    });
    if (count != values.size())
      TextLexer::fail("expected " + std::to_string(count) + " values", where);
    reduction.ordinal = ordinal_++;
    loop_.reductions.push_back(reduction);
  }

  void parseInst() {
    const Token nameToken = lexer_.expect(Token::Kind::value, "an instruction");
    lexer_.expect("=");
    const Token opToken = lexer_.peek();
    Inst inst{parseOp(lexer_), ElementType::boolean};
    Token constant;
    switch (inst.op) {
      case Op::number:
      case Op::left:
      case Op::right:
        inst.slot = lexer_.integer("a slot");
        if (lexer_.accept("field")) inst.field = lexer_.integer("a field");
        break;
      case Op::constant: constant = lexer_.next(); break;
      case Op::extent: inst.slot = parseSymbol(lexer_, program_.symbols.size()); break;
      case Op::index: inst.slot = lexer_.numbered("i", "a loop index"); break;
      case Op::load: parseElement(inst); break;
      default: break;
    }
    for (int k = 0; k < inst.arity(); ++k) {
      if (k > 0) lexer_.expect(",");
      inst.operand[k] = parseValue();
    }
    lexer_.expect(":");
    inst.type = parseElementType(lexer_);
    if (inst.op == Op::constant) inst.bits = parseNumber(constant, inst.type);
    if (inst.op == Op::number) numbers_.declare(inst.slot, inst.type, opToken);
    names_.define(nameToken, static_cast<std::int32_t>(loop_.body.size()));
    push(inst);
  }

  void push(Inst inst) {
    inst.ordinal = ordinal_++;
    loop_.body.push_back(inst);
  }

  void parseElement(Inst& inst) {
    inst.slot = parseAccess();
    if (lexer_.accept(".")) inst.field = lexer_.integer("a field");
  }

  // Equal accesses of a loop are one; they are numbered by first use.
  std::int32_t parseAccess() {
    const Token where = lexer_.peek();
    Access access{parseBufferName()};
    const int rank = program_.buffers[static_cast<std::size_t>(access.buffer)].dims.rank();
    lexer_.expect("[");
    for (std::int32_t k = 0; k < rank; ++k) {
      if (k > 0) lexer_.expect(",");
      const Token walker = lexer_.peek();
      if (walker.kind == Token::Kind::number) {
        if (lexer_.integer("a loop index or 0") != 0) TextLexer::fail("expected 0", walker);
        continue;
      }
      const std::int32_t d = lexer_.numbered("i", "a loop index");
      if (d < 0 || static_cast<std::size_t>(d) >= loop_.extents.size())
        TextLexer::fail("no loop index '" + std::string(walker.text) + "'", walker);
      if (access.axis[d] != none)
        TextLexer::fail("a loop index walks two dimensions of one buffer", where);
      access.axis[d] = k;
    }
    lexer_.expect("]");
    return findAccess(access);
  }

  std::int32_t findAccess(const Access& access) {
    auto& all = loop_.accesses;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Access& a) {
      return a.buffer == access.buffer &&
             std::equal(std::begin(a.axis), std::end(a.axis), std::begin(access.axis));
    });
    const auto at = found - all.begin();
    if (found == all.end()) all.push_back(access);
    return static_cast<std::int32_t>(at);
  }

  void parseSchedule() {
    Schedule& schedule = loop_.schedule;
    schedule.parallel = lexer_.accept("parallel");
    schedule.streaming = lexer_.accept("streaming");
    if (lexer_.accept("cycles")) {
      const Token token = lexer_.expect(Token::Kind::number, "a number of cycles");
      schedule.cyclesPerPoint = std::bit_cast<double>(parseNumber(token, ElementType::float64));
    }
    if (lexer_.accept("group"))
      while (lexer_.peek().kind == Token::Kind::number)
        schedule.group.push_back(lexer_.integer("a group"));
  }

  TextLexer lexer_;
  ParallelProgram program_;
  NumberSlots numbers_;
  Loop loop_;         // the one being read
  ValueNames names_;  // its values
  std::int32_t ordinal_ = 0;
};

}  // namespace

ParallelProgram parseParallel(const std::string& text) { return Parser(text).parse(); }

}  // namespace parax::ir
