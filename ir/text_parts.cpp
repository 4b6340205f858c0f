// What the text forms of both IRs share: numbers, types with symbolic shapes, symbol lines.
#include "ir/text_parts.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "parax/core/error.h"
#include "parax/core/scalar.h"

namespace parax::ir {
namespace {

// A NaN whose bits are not the default one's is written by its bits, so that nothing is lost.
constexpr std::string_view nanBitsPrefix = "0x";

template <class T>
std::string numberText(T value, std::uint64_t bits) {
  char buffer[64];
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value)) {
        if (bits == Scalar::of(std::numeric_limits<T>::quiet_NaN()).bits) return "nan";
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr;
        return std::string(nanBitsPrefix) + std::string(buffer, end);
      }
    }
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  }
}

[[noreturn]] void failNumber(const Token& token, ElementType type) {
  TextLexer::fail(
      "'" + std::string(token.text) + "' is not a number of type " + std::string(name(type)),
      token);
}

template <class T>
std::uint64_t numberBits(const Token& token) {
  const std::string_view text = token.text;
  if constexpr (std::is_same_v<T, bool>) {
    if (text != "true" && text != "false") failNumber(token, elementTypeOf<T>);
    return Scalar::of(text == "true").bits;
  } else {
    const char* const end = text.data() + text.size();
    if (std::is_floating_point_v<T> && text.starts_with(nanBitsPrefix)) {
      std::uint64_t bits = 0;
      const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
      if (error != std::errc() || stop != end) failNumber(token, elementTypeOf<T>);
      return bits;
    }
    T value{};
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) failNumber(token, elementTypeOf<T>);
    return Scalar::of(value).bits;
  }
}

Size::Kind parseSizeKind(TextLexer& lexer) {
  for (int k = static_cast<int>(Size::Kind::input); k < sizeKinds; ++k)
    if (lexer.accept(name(static_cast<Size::Kind>(k)))) return static_cast<Size::Kind>(k);
  lexer.fail("expected a size, found '" + std::string(lexer.peek().text) + "'");
}

}  // namespace

std::string printNumber(ElementType type, std::uint64_t bits) {
  // The verifier's messages print broken constants too: of no scalar type, or no bool.
  if (isProduct(type)) return "?";
  if (type == ElementType::boolean) return bits == 0 ? "false" : bits == 1 ? "true" : "?";
  return visitScalarType(type,
                         [&]<class T>(T*) { return numberText(Scalar{type, bits}.as<T>(), bits); });
}

std::string printSymbol(Symbol symbol) {
  return symbol == one ? "1" : "s" + std::to_string(symbol);
}

std::string printType(ElementType type, const Dims& dims) {
  std::string text(name(type));
  for (int k = 0; k < dims.rank(); ++k) text += (k == 0 ? "[" : ", ") + printSymbol(dims[k]);
  return dims.rank() == 0 ? text : text + "]";
}

std::string printSizes(const std::vector<Size>& sizes) {
  std::string text;
  for (std::size_t s = 1; s < sizes.size(); ++s) {
    const Size& size = sizes[s];
    text += "  symbol s" + std::to_string(s) + " = ";
    if (size.kind == Size::Kind::literal)
      text += std::to_string(size.value);
    else
      text += std::string(name(size.kind)) + " " +
              (size.isOperation() ? printSymbol(size.left) + ", " + printSymbol(size.right)
                                  : std::to_string(size.slot));
    if (size.kind == Size::Kind::input) text += " dim " + std::to_string(size.dim);
    text += "\n";
  }
  return text;
}

std::string printValues(std::span<const std::int32_t> ids) {
  std::string text;
  for (std::size_t k = 0; k < ids.size(); ++k)
    text += (k == 0 ? "%" : ", %") + std::to_string(ids[k]);
  return text;
}

std::string printUnusedNumbers(const std::vector<ElementType>& numbers,
                               const std::vector<Size>& sizes, std::vector<bool> seen) {
  seen.resize(numbers.size());
  for (const Size& size : sizes) {
    const auto slot = static_cast<std::size_t>(size.slot);
    if (size.kind == Size::Kind::number && slot < numbers.size() &&
        numbers[slot] == ElementType::int64)
      seen[slot] = true;
  }
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (!seen[k])
      text += "  unused number " + std::to_string(k) + " : " + std::string(name(numbers[k])) + "\n";
  return text;
}

std::uint64_t parseNumber(const Token& token, ElementType type) {
  if (isProduct(type)) failNumber(token, type);
  return visitScalarType(type, [&]<class T>(T*) { return numberBits<T>(token); });
}

ElementType parseElementType(TextLexer& lexer) {
  for (int k = 0; k < elementTypeCount; ++k)
    if (lexer.accept(elementTypeTable[k].name)) return static_cast<ElementType>(k);
  lexer.fail("expected an element type, found '" + std::string(lexer.peek().text) + "'");
}

Symbol parseSymbol(TextLexer& lexer, std::size_t symbolCount) {
  const Token token = lexer.peek();
  if (token.kind == Token::Kind::number) {
    if (lexer.integer("a size symbol or 1") != 1)
      TextLexer::fail("the only literal extent is 1", token);
    return one;
  }
  const Symbol symbol = lexer.numbered("s", "a size symbol");
  if (symbol <= one || static_cast<std::size_t>(symbol) >= symbolCount)
    TextLexer::fail("no symbol '" + std::string(token.text) + "'", token);
  return symbol;
}

Dims parseDims(TextLexer& lexer, std::size_t symbolCount) {
  Dims dims;
  if (!lexer.accept("[")) return dims;
  do {
    if (dims.rank() == maxRank) lexer.fail("more than " + std::to_string(maxRank) + " dimensions");
    dims.push(parseSymbol(lexer, symbolCount));
  } while (lexer.accept(","));
  lexer.expect("]");
  return dims;
}

Op parseOp(TextLexer& lexer) {
  for (int k = 0; k < opCount; ++k)
    if (lexer.accept(name(static_cast<Op>(k)))) return static_cast<Op>(k);
  lexer.fail("expected an operation, found '" + std::string(lexer.peek().text) + "'");
}

void ValueNames::define(const Token& name, std::int32_t position) {
  if (!position_.emplace(name.text, position).second)
    TextLexer::fail("%" + std::string(name.text) + " is defined twice", name);
}

std::int32_t ValueNames::use(const Token& name) const {
  const auto found = position_.find(std::string(name.text));
  if (found == position_.end())
    TextLexer::fail("%" + std::string(name.text) + " is not defined", name);
  return found->second;
}

void NumberSlots::declare(std::int32_t slot, ElementType type, const Token& where) {
  constexpr std::int32_t limit = 1 << 16;  // a typing mistake should not fill the memory
  if (slot < 0 || slot >= limit) TextLexer::fail("slot out of range", where);
  const auto at = static_cast<std::size_t>(slot);
  if (at >= types_.size()) {
    types_.resize(at + 1);
    known_.resize(at + 1);
  }
  if (known_[at] && types_[at] != type)
    TextLexer::fail("number " + std::to_string(slot) + " has two types", where);
  types_[at] = type;
  known_[at] = true;
}

void NumberSlots::parseUnused(TextLexer& lexer) {
  const Token where = lexer.peek();
  lexer.expect("number");
  const std::int32_t slot = lexer.integer("a slot");
  lexer.expect(":");
  declare(slot, parseElementType(lexer), where);
}

std::vector<ElementType> NumberSlots::take(const TextLexer& lexer) const {
  for (std::size_t k = 0; k < known_.size(); ++k)
    if (!known_[k]) lexer.fail("number " + std::to_string(k) + " is nowhere declared");
  return types_;
}

void parseSize(TextLexer& lexer, std::vector<Size>& sizes, NumberSlots& numbers) {
  const Token nameToken = lexer.peek();
  if (lexer.numbered("s", "a size symbol") != static_cast<std::int32_t>(sizes.size()))
    TextLexer::fail("expected s" + std::to_string(sizes.size()), nameToken);
  lexer.expect("=");
  const Token where = lexer.peek();
  Size size;
  if (where.kind == Token::Kind::number) {
    const std::uint64_t bits = parseNumber(lexer.next(), ElementType::int64);
    sizes.push_back(Size::literal(static_cast<std::int64_t>(bits)));
    return;
  }
  size.kind = parseSizeKind(lexer);
  if (size.isOperation()) {
    size.left = parseSymbol(lexer, sizes.size());
    lexer.expect(",");
    size.right = parseSymbol(lexer, sizes.size());
  } else {
    size.slot = lexer.integer("a slot");
  }
  if (size.kind == Size::Kind::number) numbers.declare(size.slot, ElementType::int64, where);
  if (size.kind == Size::Kind::input) {
    lexer.expect("dim");
    size.dim = lexer.integer("a dimension");
  }
  sizes.push_back(size);
}

}  // namespace parax::ir
