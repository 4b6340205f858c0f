// Turns what was compiled into a report in the user's terms.
#pragma once

#include <vector>

#include "frontend/recording/recorder.h"
#include "parax/explain.h"
#include "parax/options.h"

namespace parax::detail {

Explanation explainSegments(const std::vector<Segment>& segments, Mode mode);

}  // namespace parax::detail
