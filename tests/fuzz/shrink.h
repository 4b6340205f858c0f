// Makes a failing program smaller while it goes on failing.
#pragma once

#include "tests/fuzz/program.h"

namespace parax::fuzz {

Program shrink(Program program);

}  // namespace parax::fuzz
