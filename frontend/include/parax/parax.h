// Parax: array programs, compiled at run time. Include this.
#pragma once

// In the order of their dependencies: messages of the compiler then name the fewest files.
// clang-format off
#include "parax/core/handle.h"
#include "parax/types.h"
#include "parax/expression.h"
#include "parax/compound.h"
#include "parax/value.h"
#include "parax/mistakes.h"
#include "parax/array.h"
#include "parax/functions.h"
#include "parax/complex.h"
#include "parax/reductions.h"
#include "parax/factories.h"
#include "parax/fields.h"
#include "parax/callable.h"
#include "parax/options.h"
#include "parax/explain.h"
#include "parax/acc.h"
#include "parax/info.h"
#include "parax/version.h"
// clang-format on
