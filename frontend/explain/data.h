// Makes a report of what was compiled, in the user's terms.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/explain/expressions.h"
#include "frontend/explain/sizes.h"
#include "frontend/recording/recorder.h"
#include "parax/explain.h"
#include "parax/options.h"

namespace parax::detail {

Explanation explainSegments(const std::vector<Segment>& segments, const Options& options,
                            std::span<const Place> places);

// Why the k-th segment was not in the cache: how it differs from the recording before.
std::string whyCompiled(const std::vector<Segment>& before, const std::vector<Segment>& now,
                        std::size_t k);

// The operation whose result a store writes; `none` for a number that is kept.
std::int32_t storedOrdinal(const Recording& recording, const ir::ParallelProgram& program,
                           const ir::Loop& loop, const ir::Inst& store);

// What the descriptions of loops need of their program's.
struct ProgramContext {
  const Recording& recording;
  const ir::ParallelProgram& program;
  int threads;  // that the options allow
  Sizes& sizes;
  const Expressions& expressions;
  const ReportList<OperationReport>& operations;
  std::vector<int> indexOf;   // by ordinal: among operations; -1 for numbers
  std::vector<int> writerOf;  // by buffer: an operation, or ~k for input k
};

// `bytes` and `flops` are added up over loops.
LoopReport explainLoop(const ProgramContext& context, std::size_t loop,
                       const runtime::Executable& executable, Formula& bytes, Formula& flops);

}  // namespace parax::detail
