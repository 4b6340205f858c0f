// Writing well-formed HTML and SVG.
#pragma once

#include <string>

namespace parax::detail {

// Control characters and what is not UTF-8 become '?'.
std::string printable(const std::string& text);

// Printable text for element contents and attribute values: nothing in it is markup.
std::string escaped(const std::string& text);

std::string number(double value, int digits = 1);  // behind the point; the same in all locales

// <name attributes>contents</name>; attributes and contents are markup already.
std::string element(const std::string& name, const std::string& attributes,
                    const std::string& contents);

}  // namespace parax::detail
