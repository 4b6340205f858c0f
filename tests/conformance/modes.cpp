#include "modes.h"

#include <string_view>

#include "../code_generator.h"

namespace parax::conformance {

std::span<const Way> ways() {
  static const Way rows[] = {
      {"interpret", {.mode = Mode::interpret, .threads = 1, .fma = true, .checked = false}},
      {"interpret, no fma",
       {.mode = Mode::interpret, .threads = 1, .fma = false, .checked = false},
       true},
      {"library", {.mode = Mode::library, .fma = true, .checked = false}},
      {"library, no fma", {.mode = Mode::library, .fma = false, .checked = false}, true},
      {"compile, 1 thread", {.mode = Mode::compile, .threads = 1, .fma = true, .checked = false}},
      {"compile, 2 threads",
       {.mode = Mode::compile, .threads = 2, .fma = true, .checked = false},
       false,
       false},
      {"compile, 7 threads",
       {.mode = Mode::compile, .threads = 7, .fma = true, .checked = false},
       false,
       false},
      {"compile, no fma",
       {.mode = Mode::compile, .threads = 2, .fma = false, .checked = false},
       true},
      {"checked, 7 threads",
       {.mode = Mode::compile, .threads = 7, .fma = true, .checked = true},
       false,
       false},
  };
  constexpr std::size_t withoutCompiler = 4;  // the first rows need no LLVM
  return std::span(rows).first(haveCodeGenerator() ? std::size(rows) : withoutCompiler);
}

bool isReference(const Way& way) {
  for (const Way& row : ways())
    if (row.options.fma == way.options.fma) return std::string_view(row.name) == way.name;
  return false;
}

}  // namespace parax::conformance
