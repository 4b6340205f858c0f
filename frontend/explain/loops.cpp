// One compiled loop: what it computes, moves and how it runs.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "frontend/explain/amounts.h"
#include "frontend/explain/data.h"

namespace parax::detail {
namespace {

using ir::Inst;

bool isMemory(const Inst& inst) { return inst.op == Op::load || inst.op == Op::store; }
bool isLeaf(const Inst& inst) { return info(inst.op).kind == OpKind::leaf; }

// Comparisons, choices and conversions do not count, nor do integers.
int flopsOf(const Inst& inst) {
  const TypeRule rule = info(inst.op).rule;
  const bool arithmetic =
      rule == TypeRule::numeric || rule == TypeRule::floating || rule == TypeRule::same;
  if (info(inst.op).kind != OpKind::pointwise || !arithmetic || !isFloating(inst.type)) return 0;
  return inst.op == Op::fma ? 2 : 1;
}

// Which operation reads which inside a body. An operation can be several instructions (a product
// that is subtracted is negated first); the last of them is the operation.
class BodyGraph {
 public:
  BodyGraph(const ProgramContext& context, const ir::Loop& loop) : context_(context), loop_(loop) {
    for (std::size_t k = 0; k < loop.body().insts.size(); ++k)
      if (!isMemory(loop.body().insts[k]) && !isLeaf(loop.body().insts[k]) &&
          loop.body().insts[k].ordinal >= 0)
        mainOf_[loop.body().insts[k].ordinal] = static_cast<std::int32_t>(k);
  }

  // Ordinals in program order; what is stored is one, too.
  std::set<std::int32_t> ordinals() const {
    std::set<std::int32_t> all;
    for (const auto& [ordinal, inst] : mainOf_) all.insert(ordinal);
    for (const Inst& inst : loop_.body().insts)
      if (inst.op == Op::store)
        all.insert(storedOrdinal(context_.recording, context_.program, loop_, inst));
    for (const ir::Reduction& reduction : loop_.body().reductions) all.insert(reduction.ordinal);
    all.erase(ir::none);
    return all;
  }

  bool fused(std::int32_t ordinal) const {
    const auto main = mainOf_.find(ordinal);
    return main != mainOf_.end() && at(main->second).op == Op::fma;
  }

  ReportList<int> operandsOf(std::int32_t ordinal) const {
    ReportList<int> operands;
    if (const auto main = mainOf_.find(ordinal); main != mainOf_.end())
      addOperands(main->second, operands);
    else
      addStored(ordinal, operands);
    for (const ir::Reduction& reduction : loop_.body().reductions)
      if (reduction.ordinal == ordinal)
        forEachValue(reduction, [&](std::int32_t id) { addValue(id, operands); });
    return operands;
  }

 private:
  const Inst& at(std::int32_t id) const { return loop_.body().insts[static_cast<std::size_t>(id)]; }

  // A result that another operation had computed already, say as a part of a multiply-add.
  void addStored(std::int32_t ordinal, ReportList<int>& operands) const {
    for (const Inst& inst : loop_.body().insts)
      if (inst.op == Op::store &&
          storedOrdinal(context_.recording, context_.program, loop_, inst) == ordinal)
        addOperands(inst.operand[0], operands);
  }
  void addOperands(std::int32_t id, ReportList<int>& operands) const {
    for (int k = 0; k < at(id).arity(); ++k) addValue(at(id).operand[k], operands);
  }
  void addValue(std::int32_t id, ReportList<int>& operands) const {
    const Inst& inst = at(id);
    if (isLeaf(inst)) return;
    if (inst.op != Op::load && (inst.ordinal < 0 || mainOf_.at(inst.ordinal) != id))
      return addOperands(id, operands);
    const int source =
        inst.op == Op::load ? context_.writerOf[bufferOf(inst)] : context_.indexOf[ordinalOf(inst)];
    if (std::find(operands.begin(), operands.end(), source) == operands.end())
      operands.push_back(source);
  }
  std::size_t bufferOf(const Inst& inst) const {
    return static_cast<std::size_t>(
        loop_.body().accesses[static_cast<std::size_t>(inst.access)].buffer);
  }
  static std::size_t ordinalOf(const Inst& inst) { return static_cast<std::size_t>(inst.ordinal); }

  const ProgramContext& context_;
  const ir::Loop& loop_;
  std::map<std::int32_t, std::int32_t> mainOf_;  // by ordinal
};

OperationReport operationIn(const ProgramContext& context, const BodyGraph& graph,
                            std::int32_t ordinal) {
  const auto index = static_cast<std::size_t>(context.indexOf[static_cast<std::size_t>(ordinal)]);
  OperationReport report = context.operations[index];
  report.operands = graph.operandsOf(ordinal);
  const RecordedMultiplyAdd* const formed = multiplyAddAt(context.recording, ordinal);
  if (!formed || !graph.fused(ordinal)) return report;
  const RecordedMultiplyAdd& fma = *formed;
  const std::string sign = fma.subtracts ? " - " : " + ";
  report.operation = fma.productFirst ? "a * b" + sign + "c" : "c" + sign + "a * b";
  report.expression = context.expressions.ofMultiplyAdd(fma);
  const SourceLocation& product =
      context.recording.locations[static_cast<std::size_t>(fma.product)];
  if (static_cast<int>(product.line()) != report.line)
    report.otherLine = static_cast<int>(product.line());
  return report;
}

// Elements that are the same for all points stay in
// registers; elements move whole, with all their fields.
void addMemory(const ProgramContext& context, const ir::Loop& loop, LoopReport& report,
               Formula& bytes) {
  std::set<int> reads;
  std::set<std::pair<Op, std::int32_t>> moved;
  std::int64_t stored = 0;
  for (const Inst& inst : loop.body().insts) {
    if (!isMemory(inst) || !moved.emplace(inst.op, inst.access).second) continue;
    const ir::Access& access = loop.body().accesses[static_cast<std::size_t>(inst.access)];
    const auto size = static_cast<std::int64_t>(
        sizeOf(context.program.buffers[static_cast<std::size_t>(access.buffer)].type));
    std::vector<ir::Symbol> walked;
    std::int64_t elements = 1;
    for (int d = 0; d < loop.rank(); ++d) {
      if (!access.uses(d)) continue;
      walked.push_back(loop.extent(d));
      elements *= context.sizes.value(loop.extent(d));
    }
    if (!walked.empty()) {
      report.bytesPerPoint += static_cast<int>(size);
      bytes.add(size, walked, context.sizes);
    }
    const int source = context.writerOf[static_cast<std::size_t>(access.buffer)];
    if (inst.op == Op::load) {
      ++report.loads;
      if (reads.insert(source).second) report.reads.push_back(source);
    } else {
      ++report.stores;
      report.writes.push_back(source);
      stored += elements * size;
    }
  }
  for (const ir::Reduction& reduction : loop.body().reductions)
    report.writes.push_back(context.writerOf[static_cast<std::size_t>(reduction.into.buffer)]);
  report.streaming = loop.schedule.streaming;
  report.streams = report.streaming && stored >= runtime::streamingBytes;
}

void addFlops(const ProgramContext& context, const ir::Loop& loop, LoopReport& report,
              Formula& flops) {
  int once = 0;  // before the loop
  for (std::size_t k = 0; k < loop.body().insts.size(); ++k)
    (k < static_cast<std::size_t>(loop.body().hoisted) ? once : report.flopsPerPoint) +=
        flopsOf(loop.body().insts[k]);
  for (const ir::Reduction& reduction : loop.body().reductions)
    report.flopsPerPoint += isFloating(reduction.type) && reduction.op != Op::reduceWith;
  flops.add(report.flopsPerPoint, loop.extents(), context.sizes);
  flops.add(once, {}, context.sizes);
}

// Rounded up: an estimate has no more digits.
std::string twoDigits(double number) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return std::to_string(std::llround(std::ceil(number / unit) * unit));
}

std::string serialReason(const ir::Loop& loop, const runtime::ParallelRange& range, int threads) {
  if (loop.space.empty()) return "it runs once";
  if (range.end == 0) return "nothing to do";
  const double pays = runtime::breakEvenMicroseconds * runtime::cyclesPerMicrosecond /
                      std::max(range.cyclesPerPoint, 1e-3);
  if (static_cast<double>(range.end) < pays)
    return "more are used from " + twoDigits(pays) + " iterations on";
  if (range.end <= range.grain) return counted(range.end, "iteration") + " are one share";
  if (threads == 1) return "Options::threads is 1";
  return "no more are allowed (CPUs, OMP_NUM_THREADS)";
}

void addExecution(const ProgramContext& context, const ir::Loop& loop,
                  const codegen::LoopInfo* code, const runtime::LoopTime& time,
                  LoopReport& report) {
  report.parallel = loop.schedule.parallel;
  report.cyclesPerPoint = loop.schedule.cyclesPerPoint;
  if (!code) return;
  report.vectorLanes = code->lanes;
  report.unroll = code->unroll;
  report.scalarReason = code->scalarReason;
  for (Op op : code->oneByOne) report.oneByOne.push_back(operationWord(op));
  const runtime::ParallelRange range = runtime::rangeOf(loop, report.points.value, context.threads);
  report.threads = runtime::threadsFor(range);
  if (report.threads == 1) report.serialReason = serialReason(loop, range, context.threads);
  if (time.points != report.points.value) return;
  report.microseconds = time.bestMicroseconds;
  report.timedRuns = time.runs;
}

}  // namespace

LoopReport explainLoop(const ProgramContext& context, std::size_t which,
                       const runtime::Executable& executable, Formula& bytes, Formula& flops) {
  const ir::Loop& loop = context.program.loops[which];
  const auto& infos = executable.report().loops;
  LoopReport report;
  const BodyGraph graph(context, loop);
  for (std::int32_t ordinal : graph.ordinals())
    report.operations.push_back(operationIn(context, graph, ordinal));
  report.space = context.sizes.shapeText(loop.extents());
  report.reductions = static_cast<int>(loop.body().reductions.size());
  Formula points, loopBytes, loopFlops;
  points.add(1, loop.extents(), context.sizes);
  report.points = points.amount(context.sizes);
  addMemory(context, loop, report, loopBytes);
  addFlops(context, loop, report, loopFlops);
  report.bytes = loopBytes.amount(context.sizes);
  report.flops = loopFlops.amount(context.sizes);
  bytes.add(loopBytes);
  flops.add(loopFlops);
  addExecution(context, loop, which < infos.size() ? &infos[which] : nullptr,
               executable.timeOf(which), report);
  return report;
}

}  // namespace parax::detail
