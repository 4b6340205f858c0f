// Included in front of every patched source: whether the bug of this name is there. The environment
// variable PARAX_PLANT names it; without one nothing is wrong.
#pragma once

#include <cstdlib>
#include <string_view>

namespace parax {

inline bool planted(std::string_view bug) {
  static const char* const chosen = std::getenv("PARAX_PLANT");
  return chosen != nullptr && bug == chosen;
}

}  // namespace parax
