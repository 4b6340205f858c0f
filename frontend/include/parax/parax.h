// Parax: array programs, compiled at run time. Include this.
#pragma once

#include "parax/acc.h"
#include "parax/array.h"
#include "parax/complex.h"
#include "parax/explain.h"
#include "parax/factories.h"
#include "parax/fields.h"
#include "parax/functions.h"
#include "parax/info.h"
#include "parax/options.h"
#include "parax/reductions.h"
#include "parax/value.h"
