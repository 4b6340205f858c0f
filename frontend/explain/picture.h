// SVG pictures of a program; the page's style sheet gives them their colours.
#pragma once

#include <string>

#include "parax/explain.h"

namespace parax::detail {

struct Picture {
  std::string svg;
  std::string note;  // what was left out of a large program
};

// One node per recorded operation.
Picture pictureBefore(const ProgramReport& program);

// A box per loop, in the order in which they run; marks at the arrays between loops have the
// numbers of the refusals (from 1).
Picture pictureAfter(const ProgramReport& program);

}  // namespace parax::detail
