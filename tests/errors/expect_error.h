// The user's mistakes: what is thrown, its text and line, and that the next call works.
#pragma once

#include <gtest/gtest.h>
#include <parax/parax.h>

#include <span>
#include <string>
#include <string_view>

#include "../code_generator.h"

namespace parax::errors {

struct Mode {
  const char* name;
  Options options;
  bool records = true;  // the function's operations run at the end of the call
};

inline const Mode allModes[] = {
    {"library", {.mode = parax::Mode::library}, false},
    {"interpret", {.mode = parax::Mode::interpret}},
    {"compile", {.mode = parax::Mode::compile}},
    {"compile, 7 threads", {.mode = parax::Mode::compile, .threads = 7}},
    {"checked", {.mode = parax::Mode::compile, .checked = true}},
};
// The first two need no code generator.
inline const std::span<const Mode> modes =
    std::span(allModes).first(haveCodeGenerator() ? std::size(allModes) : 2);

// Runs f, which has to throw an E that contains `text` and names `line` of this file.
template <class E, class F>
void expectError(const char* file, unsigned line, std::string_view text, F f) {
  try {
    f();
    ADD_FAILURE() << "line " << line << ": nothing was thrown";
  } catch (const E& error) {
    EXPECT_NE(std::string_view(error.what()).find(text), std::string_view::npos) << error.what();
    EXPECT_EQ(error.where().line(), line) << error.what();
    EXPECT_STREQ(error.where().file_name(), file);
    const auto place = std::string(file) + ":" + std::to_string(line) + "]";
    EXPECT_TRUE(std::string_view(error.what()).ends_with(place)) << error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "line " << line << ": another error: " << error.what();
  }
}

#define EXPECT_ERROR(Type, line, text, ...) \
  ::parax::errors::expectError<Type>(__FILE__, line, text, [&] { __VA_ARGS__; })

}  // namespace parax::errors
