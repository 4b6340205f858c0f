// Cuts the text form of both IRs into tokens; every error names line and column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace parax::ir {

struct Token {
  enum class Kind : std::uint8_t { word, value, number, mark, end } kind = Kind::end;
  std::string_view text;  // value: without the '%'
  int line = 1, column = 1;
};

// Words are letters and digits (f64, s1, inplace), values %7, numbers
// anything from_chars reads (and inf, nan), marks { } ( ) [ ] , : =
// < . .. -> <- --- * + -. Comments run from // to the end of the line.
class TextLexer {
 public:
  explicit TextLexer(std::string_view text);  // the text must outlive the lexer

  const Token& peek() const { return token_; }
  Token next();
  bool at(std::string_view text) const;  // is the next token this word or mark?
  bool accept(std::string_view text);    // takes it if it is
  void expect(std::string_view text);
  Token expect(Token::Kind kind, std::string_view what);

  std::int32_t integer(std::string_view what);  // a number token
  std::int32_t numbered(std::string_view prefix,
                        std::string_view what);  // e.g. the 3 of s3, b3, i3

  [[noreturn]] void fail(const std::string& message) const;  // at the next token
  [[noreturn]] static void fail(const std::string& message, const Token& where);

 private:
  void advance();
  void skipSpace();
  Token scan();

  std::string_view rest_;
  int line_ = 1, column_ = 1;
  Token token_;
};

}  // namespace parax::ir
