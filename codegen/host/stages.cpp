// The stage of a value is the number of math functions that it waits for, one after the other.
#include "codegen/host/stages.h"

#include <algorithm>

namespace parax::codegen::host {
namespace {

class Splitter {
 public:
  Splitter(const ir::ParallelProgram& program, const ir::Loop& loop, const LoopPlan& plan)
      : program_(program), loop_(loop), plan_(plan) {
    assignStages();
    stages_.resize(static_cast<std::size_t>(last_) + 1);
    for (Stage& stage : stages_) stage.computed.resize(loop.body().insts.size(), false);
  }

  std::vector<Stage> split() {
    for (int i = 0; i < count(); ++i) {
      if (isEverywhere(i) || plan_.combines[i]) continue;
      Stage& stage = stages_[stage_[i]];
      if (isMath(i))
        stage.functions.push_back(i);
      else
        stage.computed[i] = true;
      for (int k = 0; k < loop_.body().insts[i].arity(); ++k)
        use(loop_.body().insts[i].operand[k], stage_[i], isMath(i));
    }
    for (const ir::Reduction& r : loop_.body().reductions)
      for (int f = 0; f < r.fields(); ++f) use(r.value[f], last_, false);
    return std::move(stages_);
  }

 private:
  int count() const { return static_cast<int>(loop_.body().insts.size()); }
  bool isMath(int i) const { return info(loop_.body().insts[i].op).has(op_property::math); }
  // Constant during the loop, or loaded or counted again.
  bool isEverywhere(int i) const {
    const Op op = loop_.body().insts[i].op;
    return plan_.isSplat(loop_, i) || op == Op::load || op == Op::index;
  }

  void assignStages() {
    for (int i = 0; i < count(); ++i) {
      stage_.push_back(0);
      if (plan_.combines[i]) continue;
      int& stage = stage_.back();
      for (int k = 0; k < loop_.body().insts[i].arity(); ++k) {
        const int x = loop_.body().insts[i].operand[k];
        if (!isEverywhere(x)) stage = std::max(stage, stage_[x] + isMath(x));
      }
      last_ = std::max(last_, stage + isMath(i));
    }
    for (int i = 0; i < count(); ++i)
      if (loop_.body().insts[i].op == Op::store) stage_[i] = last_;
  }

  void use(int x, int where, bool byFunction) {
    if (byFunction && isReadInPlace(program_, loop_, plan_, x)) return;
    if (isEverywhere(x)) {
      if (!plan_.isSplat(loop_, x)) stages_[where].computed[x] = true;
      if (byFunction) keep(x, where);
      return;
    }
    const bool elsewhere = isMath(x) || stage_[x] != where;
    if (!isMath(x) && (elsewhere || byFunction)) keep(x, stage_[x]);
    std::vector<std::int32_t>& given = stages_[where].given;
    if (!byFunction && elsewhere && !std::ranges::count(given, x)) given.push_back(x);
  }

  // In the earliest stage of several.
  void keep(int x, int where) {
    for (int s = 0; s <= last_; ++s)
      if (std::ranges::count(stages_[s].kept, x)) {
        if (s <= where) return;
        std::erase(stages_[s].kept, x);
      }
    stages_[where].kept.push_back(x);
  }

  const ir::ParallelProgram& program_;
  const ir::Loop& loop_;
  const LoopPlan& plan_;
  std::vector<int> stage_;  // per instruction
  int last_ = 0;
  std::vector<Stage> stages_;
};

}  // namespace

bool Stage::hasLoop() const {
  return !given.empty() || !kept.empty() || std::ranges::count(computed, true) > 0;
}

std::vector<Stage> stagesOf(const ir::ParallelProgram& program, const ir::Loop& loop,
                            const LoopPlan& plan) {
  return Splitter(program, loop, plan).split();
}

bool isReadInPlace(const ir::ParallelProgram& program, const ir::Loop& loop, const LoopPlan& plan,
                   std::int32_t value) {
  const ir::Inst& inst = loop.body().insts[value];
  return inst.op == Op::load && plan.stride[inst.access] == InnerStride::one &&
         !isProduct(program.buffers[loop.body().accesses[inst.access].buffer].type);
}

}  // namespace parax::codegen::host
