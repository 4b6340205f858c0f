// The rules that every program in parallel IR keeps.
#include "ir/parallel.h"
namespace parax::ir {
void verify(const ParallelProgram&) {}
}  // namespace parax::ir
