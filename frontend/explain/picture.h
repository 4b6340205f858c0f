// SVG pictures of a program; the page's style sheet gives them their colours.
#pragma once

#include <string>

#include "parax/explain.h"

namespace parax::detail {

// One node per recorded operation. Of large programs only the beginning is drawn, and a note says
// so.
std::string pictureBefore(const ProgramReport& program);

// A box per loop, in the order in which they run; marks at the arrays between loops have the
// numbers of the refusals (from 1).
std::string pictureAfter(const ProgramReport& program);

}  // namespace parax::detail
