// Questions about loops, bodies and steps.
#include "ir/parallel.h"

#include <algorithm>

namespace parax::ir {

std::int32_t endOf(const std::vector<Inst>& insts, std::int32_t id) {
  int open = regionsOf(insts[static_cast<std::size_t>(id)].op);
  std::int32_t at = id + 1;
  for (; open > 0 && static_cast<std::size_t>(at) < insts.size(); ++at) {
    const Op op = insts[static_cast<std::size_t>(at)].op;
    open += regionsOf(op) - (op == Op::yield ? 1 : 0);
  }
  return at;
}

bool Loop::isPlain() const {
  const auto fromZero = [](const Range& range) { return range.lo == noSymbol; };
  return stages.size() == 1 && stages[0].turns == 1 && stages[0].pieces.size() == 1 &&
         stages[0].pieces[0].box.empty() && std::all_of(space.begin(), space.end(), fromZero);
}

std::vector<Symbol> Loop::extents() const {
  std::vector<Symbol> list;
  for (const Range& range : space) list.push_back(range.hi);
  return list;
}

bool ParallelProgram::isStraight() const {
  return std::all_of(steps.begin(), steps.end(), [](const Step& step) {
    return step.kind == Step::Kind::loop;
  }) && std::all_of(loops.begin(), loops.end(), [](const Loop& loop) { return loop.isPlain(); });
}

void ParallelProgram::addLoop(Loop loop) {
  steps.push_back({.kind = Step::Kind::loop, .loop = static_cast<std::int32_t>(loops.size())});
  loops.push_back(std::move(loop));
}

void ParallelProgram::runInOrder() {
  steps.clear();
  for (std::size_t l = 0; l < loops.size(); ++l)
    steps.push_back({.kind = Step::Kind::loop, .loop = static_cast<std::int32_t>(l)});
}

}  // namespace parax::ir
