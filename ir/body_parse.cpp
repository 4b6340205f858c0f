// The text form of bodies and accesses: parse.
#include "ir/body_parse.h"

#include <algorithm>

namespace parax::ir {

BufferId parseBufferName(TextLexer& lexer, const ParallelProgram& program) {
  const Token where = lexer.peek();
  const BufferId id = lexer.numbered("b", "a buffer");
  if (id < 0 || static_cast<std::size_t>(id) >= program.buffers.size())
    TextLexer::fail("no buffer '" + std::string(where.text) + "'", where);
  return id;
}

Body BodyParser::parse() {
  while (!lexer_.at("}")) parseStatement();
  if (!open_.empty()) lexer_.fail("a region ends with a yield");
  lexer_.expect("}");
  return std::move(body_);
}

void BodyParser::parseStatement() {
  if (lexer_.accept("---"))
    body_.hoisted = static_cast<std::int32_t>(body_.insts.size());
  else if (lexer_.accept("reduce"))
    parseReduction();
  else
    parseInst();
}

void BodyParser::push(Inst inst) {
  inst.ordinal = ordinal_++;
  body_.insts.push_back(std::move(inst));
}

void BodyParser::parseReduction() {
  const Token where = lexer_.peek();
  Reduction reduction{parseOp(lexer_), ElementType::boolean};
  std::vector<std::int32_t> values;  // how many there must be, the type tells
  do values.push_back(parseValue());
  while (lexer_.accept(","));
  lexer_.expect("->");
  reduction.into = parseAccess(reduction.at);
  lexer_.expect(":");
  reduction.type = parseElementType(lexer_);
  const auto fields = static_cast<std::size_t>(reduction.fields());
  const std::size_t lists = reduction.op == Op::reduceWith ? 3 : 1;
  if (values.size() != lists * fields)
    TextLexer::fail("expected " + std::to_string(lists * fields) + " values", where);
  IdList* const list[] = {&reduction.value, &reduction.identity, &reduction.combined};
  for (std::size_t k = 0; k < values.size(); ++k) list[k / fields]->push_back(values[k]);
  reduction.ordinal = ordinal_++;
  body_.reductions.push_back(std::move(reduction));
}

void BodyParser::parseInst() {
  Token nameToken;
  const bool named = lexer_.peek().kind == Token::Kind::value;
  if (named) {
    nameToken = lexer_.next();
    lexer_.expect("=");
  }
  const Token opToken = lexer_.peek();
  Inst inst{parseOp(lexer_), ElementType::boolean};
  const Op op = inst.op;
  if (named == (op == Op::store || op == Op::yield || op == Op::proceed))
    TextLexer::fail(named ? "this instruction has no value" : "expected an instruction", opToken);
  const bool typed = op != Op::branch && op != Op::forLoop && op != Op::whileLoop &&
                     op != Op::yield && op != Op::proceed;
  const Token constant = op == Op::constant ? lexer_.next() : Token{};
  parseKind(inst);
  if (lexer_.accept("when")) inst.when = parseValue();
  if (typed) {
    lexer_.expect(":");
    inst.type = parseElementType(lexer_);
  }
  if (op == Op::constant) inst.bits = parseNumber(constant, inst.type);
  if (op == Op::number) numbers_.declare(inst.number, inst.type, opToken);
  if (named) names_.define(nameToken, static_cast<std::int32_t>(body_.insts.size()));
  push(std::move(inst));
  if (const int regions = regionsOf(op); regions > 0) {
    lexer_.expect("{");
    open_.push_back(regions);
  }
  if (op == Op::yield) endRegion();
}

void BodyParser::endRegion() {
  if (open_.empty()) lexer_.fail("a yield outside of a region");
  lexer_.expect("}");
  if (--open_.back() == 0) return open_.pop_back();
  lexer_.expect("else");
  lexer_.expect("{");
}

void BodyParser::parseKind(Inst& inst) {
  switch (inst.op) {
    case Op::left:
    case Op::right:
      inst.number = lexer_.integer("a combiner");
      if (lexer_.accept("field")) inst.field = static_cast<std::uint8_t>(lexer_.integer("a field"));
      return;
    case Op::number: inst.number = lexer_.integer("a slot"); return;
    case Op::constant: return;
    case Op::extent: inst.symbol = parseSymbol(lexer_, program_.sizes.size()); return;
    case Op::index:
      inst.dim = lexer_.accept("t") ? turnIndex : lexer_.numbered("i", "a loop index");
      return;
    case Op::load:
    case Op::store: return parseMemory(inst);
    case Op::param: inst.part = lexer_.integer("a parameter"); return;
    case Op::part:
      inst.part = lexer_.integer("a result");
      lexer_.expect("of");
      break;
    case Op::reduceOver:
    case Op::prefix:
    case Op::prefixBefore: inst.reduction = parseOp(lexer_); break;
    default: break;
  }
  parseOperands(inst);
}

void BodyParser::parseOperands(Inst& inst) {
  const int arity = info(inst.op).arity;
  if (arity == anyArity) {
    while (lexer_.peek().kind == Token::Kind::value) {
      inst.operand.push_back(parseValue());
      if (!lexer_.accept(",")) break;
    }
    return;
  }
  for (int k = 0; k < arity; ++k) {
    if (k > 0) lexer_.expect(",");
    inst.operand.push_back(parseValue());
  }
}

void BodyParser::parseMemory(Inst& inst) {
  IdList computed;
  inst.access = findAccess(parseAccess(computed));
  if (lexer_.accept(".")) inst.field = static_cast<std::uint8_t>(lexer_.integer("a field"));
  if (inst.op == Op::store) {
    lexer_.expect(",");
    inst.operand.push_back(parseValue());
  }
  for (std::int32_t id : computed) inst.operand.push_back(id);
  if (lexer_.accept("or")) inst.operand.push_back(parseValue());
}

Access BodyParser::parseAccess(IdList& computed) {
  Access access{parseBufferName(lexer_, program_)};
  const int rank = program_.buffers[static_cast<std::size_t>(access.buffer)].dims.rank();
  lexer_.expect("[");
  for (int k = 0; k < rank; ++k) {
    if (k > 0) lexer_.expect(",");
    access.at.push_back(parseIndex(computed));
  }
  lexer_.expect("]");
  return access;
}

// Equal accesses of a body are one; they are numbered by first use.
std::int32_t BodyParser::findAccess(const Access& access) {
  const auto found = std::find(body_.accesses.begin(), body_.accesses.end(), access);
  const auto at = found - body_.accesses.begin();
  if (found == body_.accesses.end()) body_.accesses.push_back(access);
  return static_cast<std::int32_t>(at);
}

Index BodyParser::parseIndex(IdList& computed) {
  Index index;
  parseTerm(index, false, computed);
  while (true) {
    if (lexer_.accept("+"))
      parseTerm(index, false, computed);
    else if (lexer_.accept("-"))
      parseTerm(index, true, computed);
    else
      break;
  }
  for (std::size_t e = 1; e < std::size(edgeNames); ++e)
    if (lexer_.accept(edgeNames[e])) index.edge = static_cast<Edge>(e);
  return index;
}

void BodyParser::parseTerm(Index& index, bool minus, IdList& computed) {
  const Token where = lexer_.peek();
  std::int32_t step = minus ? -1 : 1;
  if (where.kind == Token::Kind::number) {
    lexer_.next();
    if (!lexer_.at("*")) {
      const auto number = static_cast<std::int64_t>(parseNumber(where, ElementType::int64));
      index.constant += minus ? -number : number;
      return;
    }
    lexer_.expect("*");
    step *= static_cast<std::int32_t>(parseNumber(where, ElementType::int32));
  }
  const Token what = lexer_.peek();
  if (what.kind == Token::Kind::value) {
    addTerm(index, operandIndex(static_cast<std::int32_t>(computed.size())), step, where);
    computed.push_back(parseValue());
  } else if (what.text.starts_with("s")) {
    if (step != 1 || index.shift != noSymbol) TextLexer::fail("one shift, not subtracted", where);
    index.shift = parseSymbol(lexer_, program_.sizes.size());
  } else if (lexer_.accept("t")) {
    addTerm(index, turnIndex, step, where);
  } else {
    const std::int32_t d = lexer_.numbered("i", "a loop index");
    if (d < 0 || d >= loopRank_)
      TextLexer::fail("no loop index '" + std::string(what.text) + "'", what);
    addTerm(index, d, step, where);
  }
}

void BodyParser::addTerm(Index& index, std::int32_t which, std::int32_t step, const Token& where) {
  const auto before = [=](const Term& term) { return term.index < which; };
  const auto at = std::find_if_not(index.terms.begin(), index.terms.end(), before);
  if (step == 0 || (at != index.terms.end() && at->index == which))
    TextLexer::fail("an index stands once, with a step that is not 0", where);
  index.terms.insert(at, {which, step});
}

}  // namespace parax::ir
