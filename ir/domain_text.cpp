// The text form of domain IR: print and parse.
#include <optional>

#include "ir/combiner.h"
#include "ir/domain.h"
#include "ir/text_parts.h"

namespace parax::ir {
namespace {

std::string printGuard(const Guard& guard) {
  return "  guard " + printSymbol(guard.size) + " in " + std::to_string(guard.least) + ".." +
         (guard.most == largestSize ? "" : std::to_string(guard.most)) + "\n";
}

// Operations whose slot stands in the text as it is.
bool hasSlot(Op op) {
  return op == Op::input || op == Op::number || op == Op::field || isParameter(op);
}

// Inputs and numbers that no node reads, so that their types are not lost.
std::string printUnused(const Program& program) {
  std::vector<bool> input(program.inputs.size()), number(program.numbers.size());
  for (const Node& node : program.nodes) {
    const auto slot = static_cast<std::size_t>(node.slot);
    if (node.op == Op::input && slot < input.size()) input[slot] = true;
    if (node.op == Op::number && slot < number.size()) number[slot] = true;
  }
  std::string text;
  for (std::size_t k = 0; k < input.size(); ++k)
    if (!input[k])
      text += "  unused input " + std::to_string(k) + " : " +
              printType(program.inputs[k].type, program.inputs[k].dims) + "\n";
  return text + printUnusedNumbers(program.numbers, program.sizes, number);
}

class Parser {
 public:
  explicit Parser(const std::string& text) : lexer_(text) {}

  Program parse() {
    lexer_.expect("program");
    lexer_.expect("{");
    while (!lexer_.at("return")) parseLine();
    lexer_.expect("return");
    parseOutputs();
    program_.numbers = numbers_.take(lexer_);
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (!inputs_[k]) lexer_.fail("input " + std::to_string(k) + " is nowhere declared");
      program_.inputs.push_back(*inputs_[k]);
    }
    lexer_.expect("}");
    lexer_.expect(Token::Kind::end, "the end of the text");
    return std::move(program_);
  }

 private:
  void parseLine() {
    if (lexer_.accept("symbol")) return parseSize(lexer_, program_.sizes, numbers_);
    if (lexer_.accept("guard")) return parseGuard();
    if (lexer_.accept("unused")) return parseUnused();
    parseNode();
  }

  void parseGuard() {
    Guard guard{parseSymbol(lexer_, program_.sizes.size())};
    lexer_.expect("in");
    guard.least = parseBound();
    lexer_.expect("..");
    if (lexer_.peek().kind == Token::Kind::number) guard.most = parseBound();
    program_.guards.push_back(guard);
  }
  std::int64_t parseBound() {
    const Token token = lexer_.expect(Token::Kind::number, "a bound");
    return static_cast<std::int64_t>(parseNumber(token, ElementType::int64));
  }

  void parseUnused() {
    if (!lexer_.at("input")) return numbers_.parseUnused(lexer_);
    const Token where = lexer_.next();
    const std::int32_t slot = lexer_.integer("a slot");
    lexer_.expect(":");
    const ElementType type = parseElementType(lexer_);
    declareInput(slot, {type, parseDims(lexer_, program_.sizes.size())}, where);
  }

  void parseNode() {
    const Token nameToken = lexer_.expect(Token::Kind::value, "a node");
    lexer_.expect("=");
    const Token opToken = lexer_.peek();
    Node node{parseOp(lexer_), ElementType::boolean};
    if (hasSlot(node.op)) node.slot = lexer_.integer("a slot");
    if (node.op == Op::extent) node.slot = parseSymbol(lexer_, program_.sizes.size());
    if (node.op == Op::iota && lexer_.accept("dim")) node.slot = lexer_.integer("a dimension");
    const Token constant = node.op == Op::constant ? lexer_.next() : Token{};
    for (int k = 0; k < node.arity(); ++k) {
      if (k > 0) lexer_.expect(",");
      node.operand[k] = names_.use(lexer_.expect(Token::Kind::value, "an operand"));
    }
    lexer_.expect(":");
    node.type = parseElementType(lexer_);
    node.dims = parseDims(lexer_, program_.sizes.size());
    if (node.op == Op::constant) node.bits = parseNumber(constant, node.type);
    if (node.op == Op::input) declareInput(node.slot, {node.type, node.dims}, opToken);
    if (node.op == Op::number) numbers_.declare(node.slot, node.type, opToken);
    node.ordinal = static_cast<std::int32_t>(program_.nodes.size());
    names_.define(nameToken, node.ordinal);
    program_.nodes.push_back(node);
  }

  void declareInput(std::int32_t slot, const Input& input, const Token& where) {
    constexpr std::int32_t limit = 1 << 16;  // a typing mistake should not fill the memory
    if (slot < 0 || slot >= limit) TextLexer::fail("slot out of range", where);
    const auto at = static_cast<std::size_t>(slot);
    if (at >= inputs_.size()) inputs_.resize(at + 1);
    if (!inputs_[at]) inputs_[at] = input;  // the verifier compares a second mention
  }

  void parseOutputs() {
    if (lexer_.at("}")) return;
    do {
      program_.outputs.push_back(names_.use(lexer_.expect(Token::Kind::value, "a result")));
    } while (lexer_.accept(","));
  }

  TextLexer lexer_;
  Program program_;
  ValueNames names_;
  NumberSlots numbers_;
  std::vector<std::optional<Input>> inputs_;
};

}  // namespace

std::string printNode(const Program& program, NodeId id) {
  const Node& node = program.nodes[static_cast<std::size_t>(id)];
  std::string text = "%" + std::to_string(id) + " = " + std::string(name(node.op));
  if (hasSlot(node.op)) text += " " + std::to_string(node.slot);
  if (node.op == Op::constant) text += " " + printNumber(node.type, node.bits);
  if (node.op == Op::extent) text += " " + printSymbol(node.slot);
  if (node.op == Op::iota && node.dims.rank() != 1) text += " dim " + std::to_string(node.slot);
  if (node.arity() > 0)
    text += " " + printValues({node.operand, static_cast<std::size_t>(node.arity())});
  return text + " : " + printType(node.type, node.dims);
}

std::string print(const Program& program) {
  std::string text = "program {\n" + printSizes(program.sizes);
  for (const Guard& guard : program.guards) text += printGuard(guard);
  text += printUnused(program);
  for (std::size_t id = 0; id < program.nodes.size(); ++id)
    text += "  " + printNode(program, static_cast<NodeId>(id)) + "\n";
  text += "  return";
  if (!program.outputs.empty()) text += " " + printValues(program.outputs);
  return text + "\n}\n";
}

Program parseProgram(const std::string& text) { return Parser(text).parse(); }

}  // namespace parax::ir
