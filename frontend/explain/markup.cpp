// Escaping, and elements that are always closed.
#include "frontend/explain/markup.h"

#include <charconv>
#include <cstddef>

namespace parax::detail {
namespace {

// Bytes of the UTF-8 sequence at `at`; 0 if there is none.
std::size_t sequenceAt(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
  };
  const unsigned lead = byte(at);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(at + k) & 0xC0) != 0x80) return 0;
  const unsigned second = byte(at + 1);
  const bool broken = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                      (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return broken ? 0 : length;
}

}  // namespace

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequenceAt(text, at);
    const char c = text[at];
    if (c == '\t')
      result += ' ';
    else if (length == 0 || (length == 1 && (static_cast<unsigned char>(c) < ' ' || c == 127)))
      result += '?';
    else
      result += text.substr(at, length);
    at += length ? length : 1;
  }
  return result;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : printable(text)) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  return result;
}

// Not printf, whose decimal point depends on the user's locale.
std::string number(double value, int digits) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr;
  return {text, end};
}

std::string element(const std::string& name, const std::string& attributes,
                    const std::string& contents) {
  return "<" + name + (attributes.empty() ? "" : " " + attributes) + ">" + contents + "</" + name +
         ">";
}

}  // namespace parax::detail
