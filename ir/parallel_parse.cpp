// The text form of parallel IR: parse.
#include <algorithm>
#include <bit>

#include "ir/body_parse.h"
#include "ir/parallel.h"
#include "ir/text_parts.h"

namespace parax::ir {
namespace {

class Parser {
 public:
  explicit Parser(const std::string& text) : lexer_(text) {
    program_.sizes.push_back(Size::literal(1));
  }

  ParallelProgram parse() {
    lexer_.expect("parallel");
    program_.canFail = lexer_.accept("canFail");
    lexer_.expect("{");
    while (!lexer_.at("return")) parseLine();
    lexer_.expect("return");
    if (!lexer_.at("}")) {
      do {
        program_.outputs.push_back(bufferName());
      } while (lexer_.accept(","));
    }
    program_.numbers = numbers_.take(lexer_);
    lexer_.expect("}");
    lexer_.expect(Token::Kind::end, "the end of the text");
    return std::move(program_);
  }

 private:
  BufferId bufferName() { return parseBufferName(lexer_, program_); }
  Symbol symbol() { return parseSymbol(lexer_, program_.sizes.size()); }

  void parseLine() {
    if (lexer_.accept("symbol")) return parseSize(lexer_, program_.sizes, numbers_);
    if (lexer_.accept("unused")) return numbers_.parseUnused(lexer_);
    if (lexer_.accept("buffer")) return parseBuffer();
    if (lexer_.accept("blocks")) {
      program_.blocks = lexer_.integer("a number of blocks");
      return;
    }
    program_.steps.push_back(parseStep());
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
    else if (lexer_.accept("local"))
      buffer.kind = Buffer::Kind::local;
    else
      lexer_.expect("temporary");
    if (buffer.kind == Buffer::Kind::input || buffer.kind == Buffer::Kind::output)
      buffer.slot = lexer_.integer("a slot");
    lexer_.expect(":");
    buffer.type = parseElementType(lexer_);
    buffer.dims = parseDims(lexer_, program_.sizes.size());
    if (lexer_.accept("inplace")) buffer.inPlaceOf = bufferName();
    if (lexer_.accept("block")) buffer.block = lexer_.integer("a block");
    program_.blocks = std::max(program_.blocks, buffer.block + 1);
    if (lexer_.accept("live")) {
      buffer.firstLoop = lexer_.integer("a loop");
      lexer_.expect("to");
      buffer.lastLoop = lexer_.integer("a loop");
    }
    if (lexer_.accept("ring")) buffer.ring = lexer_.integer("a number of positions");
    program_.buffers.push_back(buffer);
  }

  Step parseStep() {
    if (lexer_.accept("loop")) return parseLoop();
    if (lexer_.accept("copy")) {
      Step step{.kind = Step::Kind::copy, .to = bufferName()};
      lexer_.expect("<-");
      step.from = bufferName();
      return step;
    }
    if (lexer_.accept("size")) {
      Step step{.kind = Step::Kind::size, .result = lexer_.integer("a size")};
      lexer_.expect("=");
      step.from = bufferName();
      return step;
    }
    if (lexer_.accept("rotate")) return {.kind = Step::Kind::rotate, .carried = parseCarried()};
    if (lexer_.accept("repeat")) return parseRepeat();
    lexer_.fail("expected a symbol, buffer, step or return, found '" +
                std::string(lexer_.peek().text) + "'");
  }

  std::vector<std::pair<BufferId, BufferId>> parseCarried() {
    std::vector<std::pair<BufferId, BufferId>> carried;
    do {
      const BufferId to = bufferName();
      lexer_.expect("<-");
      carried.emplace_back(to, bufferName());
    } while (lexer_.accept(","));
    return carried;
  }

  Step parseRepeat() {
    Step step{.kind = Step::Kind::repeat, .trips = symbol()};
    if (lexer_.accept("until")) step.until = bufferName();
    if (lexer_.accept("carried")) step.carried = parseCarried();
    lexer_.expect("{");
    while (!lexer_.accept("}")) step.steps.push_back(parseStep());
    return step;
  }

  std::vector<Range> parseRanges(std::string_view end) {
    std::vector<Range> ranges;
    while (!lexer_.at(end)) {
      if (!ranges.empty()) lexer_.expect(",");
      const Token where = lexer_.peek();
      const auto rank = static_cast<std::int32_t>(ranges.size());
      if (lexer_.numbered("i", "a loop index") != rank || rank >= maxRank)
        TextLexer::fail("expected i" + std::to_string(rank), where);
      Range range;
      if (!lexer_.accept("<")) {
        lexer_.expect("in");
        range.lo = symbol();
        lexer_.expect("to");
      }
      range.hi = symbol();
      ranges.push_back(range);
    }
    return ranges;
  }

  Step parseLoop() {
    Loop loop;
    lexer_.expect("(");
    loop.space = parseRanges(")");
    lexer_.expect(")");
    lexer_.expect("{");
    if (lexer_.at("stage")) {
      loop.stages.clear();
      while (!lexer_.accept("}")) loop.stages.push_back(parseStage(loop.rank()));
    } else {
      loop.body() = parseBody(loop.rank());
    }
    if (lexer_.accept("schedule")) parseSchedule(loop.schedule);
    program_.loops.push_back(std::move(loop));
    return {.kind = Step::Kind::loop, .loop = static_cast<std::int32_t>(program_.loops.size()) - 1};
  }

  Body parseBody(int rank) {
    return BodyParser(lexer_, program_, rank, numbers_, ordinal_).parse();
  }

  Stage parseStage(int rank) {
    lexer_.expect("stage");
    Stage stage;
    if (lexer_.accept("lag")) stage.lag = lexer_.integer("a lag");
    if (lexer_.accept("per")) stage.lagPerTurn = lexer_.integer("a lag");
    if (lexer_.accept("turns")) stage.turns = lexer_.integer("a number of turns");
    if (lexer_.accept("grow"))
      while (lexer_.accept("(")) {
        Growth grow{lexer_.integer("a number of points")};
        lexer_.expect(",");
        grow.above = lexer_.integer("a number of points");
        if (lexer_.accept("less")) grow.less = lexer_.integer("a number of points");
        lexer_.expect(")");
        stage.grow.push_back(grow);
      }
    lexer_.expect("{");
    while (!lexer_.accept("}")) {
      lexer_.expect("piece");
      Piece& piece = stage.pieces.emplace_back();
      piece.rest = lexer_.accept("rest");
      piece.box = parseRanges("{");
      lexer_.expect("{");
      piece.body = parseBody(rank);
    }
    return stage;
  }

  std::vector<std::int32_t> parseNumbers(std::string_view what) {
    std::vector<std::int32_t> list;
    while (lexer_.peek().kind == Token::Kind::number) list.push_back(lexer_.integer(what));
    return list;
  }

  void parseSchedule(Schedule& schedule) {
    schedule.parallel = lexer_.accept("parallel");
    schedule.streaming = lexer_.accept("streaming");
    schedule.dynamic = lexer_.accept("dynamic");
    if (lexer_.accept("cycles")) {
      const Token token = lexer_.expect(Token::Kind::number, "a number of cycles");
      schedule.cyclesPerPoint = std::bit_cast<double>(parseNumber(token, ElementType::float64));
    }
    if (lexer_.accept("group")) schedule.group = parseNumbers("a group");
    if (lexer_.accept("tile")) {
      schedule.tile = parseNumbers("a number of points");
      lexer_.expect("walk");
      schedule.walk = lexer_.integer("a dimension");
    }
  }

  TextLexer lexer_;
  ParallelProgram program_;
  NumberSlots numbers_;
  std::int32_t ordinal_ = 0;
};

}  // namespace

ParallelProgram parseParallel(const std::string& text) { return Parser(text).parse(); }

}  // namespace parax::ir
