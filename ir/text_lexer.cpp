// Cuts the text form of both IRs into tokens.
#include "ir/text_lexer.h"

#include <cctype>
#include <charconv>

#include "parax/core/error.h"

namespace parax::ir {
namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool isWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t wordLength(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && isWordChar(text[n])) ++n;
  return n;
}

// The sign is part of a number; a '+' or '-' inside follows the 'e' of an exponent.
std::size_t numberLength(std::string_view text) {
  std::size_t n = text[0] == '-' ? 1 : 0;
  while (n < text.size()) {
    const bool exponentSign = (text[n] == '+' || text[n] == '-') && n > 0 && text[n - 1] == 'e';
    if (!isWordChar(text[n]) && text[n] != '.' && !exponentSign) break;
    if (text.substr(n).starts_with("..")) break;  // of a guard: 0..4
    ++n;
  }
  return n;
}

bool startsNumber(std::string_view text) {
  if (isDigit(text[0])) return true;
  return text[0] == '-' && text.size() > 1 && isWordChar(text[1]);  // -1, -inf
}

std::size_t markLength(std::string_view text) {
  for (std::string_view mark : {"---", "->", "<-", ".."})
    if (text.starts_with(mark)) return mark.size();
  return std::string_view("{}()[],:=<.*+-").find(text[0]) != std::string_view::npos ? 1 : 0;
}

std::int32_t toInteger(std::string_view digits, std::string_view what, const Token& where) {
  std::int32_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end)
    TextLexer::fail("expected " + std::string(what) + ", found '" + std::string(where.text) + "'",
                    where);
  return value;
}

}  // namespace

TextLexer::TextLexer(std::string_view text) : rest_(text) { advance(); }

void TextLexer::skipSpace() {
  while (!rest_.empty()) {
    if (rest_.starts_with("//")) {
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    } else if (rest_[0] == '\n') {
      rest_.remove_prefix(1);
      ++line_;
      column_ = 1;
    } else if (std::isspace(static_cast<unsigned char>(rest_[0]))) {
      rest_.remove_prefix(1);
      ++column_;
    } else {
      return;
    }
  }
}

Token TextLexer::scan() {
  Token token{Token::Kind::end, {}, line_, column_};
  if (rest_.empty()) return token;
  std::size_t length = 0;
  if (rest_[0] == '%') {
    token.kind = Token::Kind::value;
    length = 1 + wordLength(rest_.substr(1));
  } else if (startsNumber(rest_)) {
    token.kind = Token::Kind::number;
    length = numberLength(rest_);
  } else if (isWordChar(rest_[0])) {
    token.kind = Token::Kind::word;
    length = wordLength(rest_);
  } else {
    token.kind = Token::Kind::mark;
    length = markLength(rest_);
    if (length == 0) fail("unknown character '" + std::string(rest_.substr(0, 1)) + "'", token);
  }
  token.text = rest_.substr(0, length);
  if (token.kind == Token::Kind::value) token.text.remove_prefix(1);
  rest_.remove_prefix(length);
  column_ += static_cast<int>(length);
  return token;
}

void TextLexer::advance() {
  skipSpace();
  token_ = scan();
}

Token TextLexer::next() {
  const Token taken = token_;
  advance();
  return taken;
}

bool TextLexer::at(std::string_view text) const {
  const bool named = token_.kind == Token::Kind::word || token_.kind == Token::Kind::mark;
  return named && token_.text == text;
}

bool TextLexer::accept(std::string_view text) {
  if (!at(text)) return false;
  advance();
  return true;
}

void TextLexer::expect(std::string_view text) {
  if (!accept(text))
    fail("expected '" + std::string(text) + "', found '" + std::string(token_.text) + "'");
}

Token TextLexer::expect(Token::Kind kind, std::string_view what) {
  if (token_.kind != kind)
    fail("expected " + std::string(what) + ", found '" + std::string(token_.text) + "'");
  return next();
}

std::int32_t TextLexer::integer(std::string_view what) {
  const Token token = expect(Token::Kind::number, what);
  return toInteger(token.text, what, token);
}

std::int32_t TextLexer::numbered(std::string_view prefix, std::string_view what) {
  const Token token = expect(prefix == "%" ? Token::Kind::value : Token::Kind::word, what);
  if (prefix == "%") return toInteger(token.text, what, token);
  if (!token.text.starts_with(prefix)) return toInteger({}, what, token);
  return toInteger(token.text.substr(prefix.size()), what, token);
}

void TextLexer::fail(const std::string& message) const { fail(message, token_); }

void TextLexer::fail(const std::string& message, const Token& where) {
  throw InternalError("line " + std::to_string(where.line) + ", column " +
                      std::to_string(where.column) + ": " + message);
}

}  // namespace parax::ir
