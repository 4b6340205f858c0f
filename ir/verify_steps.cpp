// Rules that depend on the order of steps.
#include "ir/verify_steps.h"

#include <algorithm>
#include <set>

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

class KnownSizes {
 public:
  explicit KnownSizes(const ParallelProgram& program) : program_(program) { update(); }

  bool run() {
    const auto steps = placedSteps(program_.steps);
    return std::all_of(steps.begin(), steps.end(),
                       [&](const PlacedStep& placed) { return fits(placed); });
  }

 private:
  bool fits(const PlacedStep& placed) {
    const Step& step = *placed.step;
    if (step.kind == Step::Kind::size) {
      if (placed.repeat || !made_.insert(step.result).second) return false;
      update();
    }
    for (const auto& [to, from] : step.carried)
      if (!isKnown(to)) return false;
    switch (step.kind) {
      case Step::Kind::loop: return isKnown(program_.loops[at(step.loop)]);
      case Step::Kind::copy: return isKnown(step.to);
      case Step::Kind::repeat: return known_[at(step.trips)];
      default: return true;
    }
  }

  void update() {
    known_.clear();
    for (const Size& size : program_.sizes)
      known_.push_back(size.isOperation()
                           ? known_[at(size.left)] && known_[at(size.right)]
                           : size.kind != Size::Kind::result || made_.contains(size.slot));
  }

  bool isKnown(BufferId buffer) const {
    const Dims& dims = program_.buffers[at(buffer)].dims;
    return std::all_of(dims.begin(), dims.end(), [&](Symbol s) { return known_[at(s)]; });
  }
  bool isKnown(const std::vector<Range>& ranges) const {
    return std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) {
      return known_[at(range.hi)] && (range.lo == noSymbol || known_[at(range.lo)]);
    });
  }
  bool isKnown(const Access& access) const {
    return isKnown(access.buffer) &&
           std::all_of(access.at.begin(), access.at.end(), [&](const Index& index) {
      return index.shift == noSymbol || known_[at(index.shift)];
    });
  }
  bool isKnown(const Body& body) const {
    for (const Inst& inst : body.insts)
      if (inst.op == Op::extent && !known_[at(inst.symbol)]) return false;
    for (const Access& access : body.accesses)
      if (!isKnown(access)) return false;
    for (const Reduction& reduction : body.reductions)
      if (!isKnown(reduction.into)) return false;
    return true;
  }
  bool isKnown(const Loop& loop) const {
    if (!isKnown(loop.space)) return false;
    for (const Stage& stage : loop.stages)
      for (const Piece& piece : stage.pieces)
        if (!isKnown(piece.box) || !isKnown(piece.body)) return false;
    return true;
  }

  const ParallelProgram& program_;
  std::set<std::int32_t> made_;  // results
  std::vector<bool> known_;      // by symbol
};

void place(const std::vector<Step>& steps, const Step* repeat, std::vector<PlacedStep>& list) {
  for (const Step& step : steps) {
    list.push_back({&step, repeat});
    place(step.steps, repeat ? repeat : &step, list);
  }
}

}  // namespace

std::vector<PlacedStep> placedSteps(const std::vector<Step>& steps) {
  std::vector<PlacedStep> list;
  place(steps, nullptr, list);
  return list;
}

bool sizesAreKnown(const ParallelProgram& program) { return KnownSizes(program).run(); }

bool names(const Step& step, BufferId buffer) {
  return step.to == buffer || step.from == buffer || step.until == buffer ||
         std::any_of(step.carried.begin(), step.carried.end(),
                     [=](const auto& pair) { return pair.first == buffer; });
}

}  // namespace parax::ir
