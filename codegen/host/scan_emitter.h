// Loops with prefixes (LoopForm::scan): blocks of rows, in the order of ir/scan_order.h.
#pragma once

#include "codegen/host/column_emitter.h"

namespace parax::codegen::host {

void emitScan(LoopContext& c, MakeRow makeRow);

}  // namespace parax::codegen::host
