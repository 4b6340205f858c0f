// The binary form of both IRs: lossless, ordinals and refusals included.
//
// Numbers stand in the machine's byte order, lists after their length. Bytes that are no program
// are an InternalError, never a crash: a reader trusts no length.
#pragma once

#include <string>
#include <string_view>

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::ir {

std::string toBytes(const Program& program);
std::string toBytes(const ParallelProgram& program);

// The reader checks the form, the verifier the meaning.
Program programFromBytes(std::string_view bytes);
ParallelProgram parallelFromBytes(std::string_view bytes);

// Whether two programs are the same but for where they came from: ordinals, refusals.
bool sameProgram(const Program& a, const Program& b);
bool sameProgram(const ParallelProgram& a, const ParallelProgram& b);

}  // namespace parax::ir
