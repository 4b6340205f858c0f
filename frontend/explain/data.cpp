// The report of a recorded and compiled segment: operations, their fates, refusals, times.
#include "frontend/explain/data.h"

#include <algorithm>
#include <tuple>

#include "frontend/explain/amounts.h"
#include "frontend/messages.h"

namespace parax::detail {
namespace {

using Fate = OperationReport::Fate;

bool isLeaf(const RecordedOp& op) { return info(op.op).kind == OpKind::leaf; }

// A conversion operator does not learn the user's line, only get() does.
std::string breakText(const SourceLocation& where) {
  const std::string file = fileName(where.file_name());
  if (where.line() == 0) return "printing";
  if (file == "value.h") return "a conversion of a Value (use get() to see the line)";
  return file + ":" + std::to_string(where.line());
}

}  // namespace

std::int32_t storedOrdinal(const Recording& recording, const ir::ParallelProgram& program,
                           const ir::Loop& loop, const ir::Inst& store) {
  const auto access = static_cast<std::size_t>(store.access);
  const auto buffer = static_cast<std::size_t>(loop.body().accesses[access].buffer);
  if (program.buffers[buffer].kind == ir::Buffer::Kind::output)
    return recording.outputs[static_cast<std::size_t>(program.buffers[buffer].slot)];
  const bool named =
      store.ordinal != ir::none && !isLeaf(recording.ops[static_cast<std::size_t>(store.ordinal)]);
  return named ? store.ordinal : ir::none;
}

namespace {

// By ordinal: whether a result depends on it.
std::vector<bool> neededOps(const Recording& recording) {
  std::vector<bool> needed(recording.ops.size(), false);
  for (std::int32_t output : recording.outputs) needed[static_cast<std::size_t>(output)] = true;
  for (std::size_t k = recording.ops.size(); k-- > 0;)
    if (needed[k]) {
      const WrittenOp op = writtenOp(recording, static_cast<std::int32_t>(k));
      for (int o = 0; o < op.arity; ++o)
        if (op.operand[o] >= 0) needed[static_cast<std::size_t>(op.operand[o])] = true;
    }
  return needed;
}

class SegmentReport {
 public:
  SegmentReport(const Segment& segment, const Options& options, std::span<const Place> places)
      : segment_(segment),
        recording_(*segment.recording),
        options_(options),
        places_(places),
        sizes_(*segment.recording, places),
        expressions_(*segment.recording, places),
        needed_(neededOps(*segment.recording)) {}

  ProgramReport run() {
    report_.recordedOperations = static_cast<int>(recording_.ops.size());
    if (!segment_.last) report_.endedBy = breakText(segment_.endedBy);
    addInputs();
    addOperations();
    if (segment_.program.executable) addProgram(*segment_.program.executable);
    report_.sizes = sizes_.take();
    return std::move(report_);
  }

 private:
  const ir::Dims& dimsOf(std::int32_t shape) const { return recording_.shape(shape).dims; }

  void addInputs() {
    const std::vector<bool> read = readInputs();
    int others = 0;
    for (std::size_t k = 0; k < read.size(); ++k) {
      const RecordedInput& input = recording_.inputs[k];
      report_.inputs.push_back({input.argument >= 0 ? argumentText(places_, input.argument)
                                                    : "array " + std::to_string(++others),
                                typeWord(input.type),
                                read[k] ? sizes_.shapeText(dimsOf(input.shape)) : ""});
    }
  }

  // Members of structs that the function does not look at are inputs, too.
  std::vector<bool> readInputs() const {
    std::vector<bool> read(recording_.inputs.size(), false);
    for (std::size_t k = 0; k < recording_.ops.size(); ++k) {
      const WrittenOp op = writtenOp(recording_, static_cast<std::int32_t>(k));
      for (int o = 0; needed_[k] && o < op.arity; ++o)
        if (op.operand[o] < 0) read[static_cast<std::size_t>(~op.operand[o])] = true;
    }
    return read;
  }

  void addOperations() {
    for (std::size_t k = 0; k < recording_.ops.size(); ++k) {
      indexOf_.push_back(isWritten(recording_.ops[k]) ? static_cast<int>(report_.operations.size())
                                                      : -1);
      if (indexOf_.back() >= 0) addOperation(k);
    }
    for (std::size_t k = 0; k < recording_.ops.size(); ++k) nameConversion(k);
    if (options_.fma) addUnfused();
  }

  // Sums that would be multiply-adds if the product stood in the same expression. Those of complex
  // parts never are.
  void addUnfused() {
    std::vector<bool> isPart(recording_.ops.size(), false);
    for (std::size_t k = recording_.ops.size(); k-- > 0;) {
      const RecordedOp& op = recording_.ops[k];
      const WrittenOp written = writtenOp(recording_, static_cast<std::int32_t>(k));
      for (int o = 0; o < written.arity; ++o) {
        const std::int32_t at = written.operand[o];
        if (at < 0) continue;
        const RecordedOp& operand = recording_.ops[static_cast<std::size_t>(at)];
        if (op.op == Op::pack) isPart[static_cast<std::size_t>(at)] = true;
        const bool isSum = op.op == Op::add || op.op == Op::sub;
        OperationReport* const sum = isSum ? &operationAt(static_cast<std::int32_t>(k)) : nullptr;
        if (sum && sum->unfused < 0 && needed_[k] && !isPart[k] && isFloating(op.type) &&
            operand.op == Op::mul && operand.type == op.type)
          sum->unfused = indexOf_[static_cast<std::size_t>(at)];
      }
    }
  }

  // A conversion that one of our functions made is not the user's cast; with it a sum of bools is
  // what the user knows as count.
  void nameConversion(std::size_t reader) {
    const WrittenOp op = writtenOp(recording_, static_cast<std::int32_t>(reader));
    for (int o = 0; o < op.arity; ++o) {
      if (op.operand[o] < 0) continue;
      const auto k = static_cast<std::size_t>(op.operand[o]);
      if (recording_.ops[k].op != Op::cast || !sameCall(k, reader)) continue;
      OperationReport& conversion = operationAt(static_cast<std::int32_t>(k));
      conversion.operation = "to " + conversion.type;
      conversion.expression = expressions_.ofConversion(static_cast<std::int32_t>(k));
      if (recording_.ops[reader].op != Op::reduceSum || !convertsBools(k)) continue;
      OperationReport& sum = operationAt(static_cast<std::int32_t>(reader));
      sum.operation = sum.expression = "count";
    }
  }
  bool sameCall(std::size_t a, std::size_t b) const {
    const SourceLocation &x = recording_.locations[a], &y = recording_.locations[b];
    return x.line() == y.line() && x.column() == y.column() &&
           std::string_view(x.file_name()) == y.file_name();
  }
  bool convertsBools(std::size_t k) const {
    const std::int32_t from = recording_.operandOf(static_cast<std::int32_t>(k), 0);
    return recording_.typeAt(from) == ElementType::boolean;
  }

  void addOperation(std::size_t k) {
    const RecordedOp& op = recording_.ops[k];
    const SourceLocation& where = recording_.locations[k];
    const ir::Dims& dims = dimsOf(recording_.shapeOfOp[k]);
    OperationReport operation;
    const WrittenOp written = writtenOp(recording_, static_cast<std::int32_t>(k));
    operation.operation = operationWord(written.op, op.type);
    operation.expression = expressions_.of(static_cast<std::int32_t>(k));
    operation.path = where.file_name();
    operation.file = fileName(operation.path);
    operation.line = static_cast<int>(where.line());
    operation.type = typeWord(op.type);
    operation.shape = sizes_.shapeText(dims);
    operation.index = indexOf_.back();
    operation.fate = !needed_[k] ? Fate::unused : dims.rank() > 0 ? Fate::vanished : Fate::value;
    for (int o = 0; o < written.arity; ++o) {
      const std::int32_t at = written.operand[o];
      const int source = at < 0 ? at : indexOf_[static_cast<std::size_t>(at)];
      auto& operands = operation.operands;
      const bool isArray = at < 0 || source >= 0;  // a number has no index
      if (!isArray || std::count(operands.begin(), operands.end(), source)) continue;
      operands.push_back(source);
      if (source >= 0 && needed_[k]) ++report_.operations[static_cast<std::size_t>(source)].readers;
    }
    if (dims.rank() > 0) operation.bytes = bytesOf(op.type, dims, 1).amount(sizes_);
    report_.operations.push_back(std::move(operation));
  }

  Formula bytesOf(ElementType type, const ir::Dims& dims, int times) const {
    Formula bytes;
    bytes.add(static_cast<std::int64_t>(sizeOf(type)) * times, {dims.begin(), dims.end()}, sizes_);
    return bytes;
  }

  OperationReport& operationAt(std::int32_t ordinal) {
    return report_
        .operations[static_cast<std::size_t>(indexOf_[static_cast<std::size_t>(ordinal)])];
  }

  void addProgram(const runtime::Executable& executable) {
    const ir::ParallelProgram& program = executable.program();
    const runtime::CompileReport& compiled = executable.report();
    ProgramContext context{recording_,         program,  options_.threads, sizes_, expressions_,
                           report_.operations, indexOf_, writers(program)};
    addFates(program);
    Formula bytes, flops;
    for (std::size_t k = 0; k < program.loops.size(); ++k)
      report_.loops.push_back(explainLoop(context, k, executable, bytes, flops));
    report_.bytes = bytes.amount(sizes_);
    report_.flops = flops.amount(sizes_);
    addLoopsOfOperations();
    addRefusals(program);
    countArrays(program);
    addTimes(compiled);
  }

  // By buffer: who writes it.
  std::vector<int> writers(const ir::ParallelProgram& program) const {
    std::vector<int> writerOf(program.buffers.size(), -1);
    for (std::size_t b = 0; b < program.buffers.size(); ++b)
      if (program.buffers[b].kind == ir::Buffer::Kind::input)
        writerOf[b] = ~program.buffers[b].slot;
    const auto index = [&](std::int32_t ordinal) {
      return ordinal == ir::none ? -1 : indexOf_[static_cast<std::size_t>(ordinal)];
    };
    for (const ir::Loop& loop : program.loops) {
      for (const ir::Inst& inst : loop.body().insts)
        if (inst.op == Op::store)
          writerOf[static_cast<std::size_t>(
              loop.body().accesses[static_cast<std::size_t>(inst.access)].buffer)] =
              index(storedOrdinal(recording_, program, loop, inst));
      for (const ir::Reduction& reduction : loop.body().reductions)
        writerOf[static_cast<std::size_t>(reduction.into.buffer)] = index(reduction.ordinal);
    }
    return writerOf;
  }

  void addFates(const ir::ParallelProgram& program) {
    for (const ir::Loop& loop : program.loops)
      for (const ir::Inst& inst : loop.body().insts) {
        if (inst.op != Op::store) continue;
        const std::int32_t stored = storedOrdinal(recording_, program, loop, inst);
        if (stored == ir::none) continue;
        OperationReport& operation = operationAt(stored);
        if (operation.fate == Fate::vanished) operation.fate = Fate::kept;
      }
    for (std::int32_t output : recording_.outputs) operationAt(output).fate = Fate::result;
  }

  void addLoopsOfOperations() {
    for (std::size_t k = 0; k < report_.loops.size(); ++k)
      for (const OperationReport& operation : report_.loops[k].operations)
        report_.operations[static_cast<std::size_t>(operation.index)].loops.push_back(
            static_cast<int>(k));
    for (LoopReport& loop : report_.loops)
      for (OperationReport& operation : loop.operations)
        operation.loops = report_.operations[static_cast<std::size_t>(operation.index)].loops;
    for (const RecordedMultiplyAdd& fma : recording_.multiplyAdds)
      if (auto& product = operationAt(fma.product); product.loops.empty())
        product.fusedInto = indexOf_[static_cast<std::size_t>(fma.sum)];
  }

  std::string reasonOf(const ir::Refusal& refusal) {
    using Kind = ir::Refusal::Kind;
    if (refusal.kind == Kind::otherSpace && refusal.firstSpace.empty())
      return "one number, used in every iteration over " + sizes_.shapeText(refusal.secondSpace);
    if (refusal.kind == Kind::otherSpace)
      return "computed over " + sizes_.shapeText(refusal.firstSpace) + ", used over " +
             sizes_.shapeText(refusal.secondSpace);
    if (refusal.kind == Kind::blocked && refusal.blockedBy >= 0) {
      const OperationReport& blocker = operationAt(refusal.blockedBy);
      return "in between, " + blocker.operation + " (" + placeText(blocker) + ") must be complete";
    }
    return refusal.reason;
  }

  void addRefusals(const ir::ParallelProgram& program) {
    std::map<std::tuple<bool, std::int64_t, std::size_t>, RefusalReport> sorted;
    for (const ir::Refusal& refusal : program.refusals) {
      if (isLeaf(recording_.ops[static_cast<std::size_t>(refusal.firstOrdinal)]) ||
          isLeaf(recording_.ops[static_cast<std::size_t>(refusal.secondOrdinal)]))
        continue;
      const OperationReport& first = operationAt(refusal.firstOrdinal);
      const OperationReport& second = operationAt(refusal.secondOrdinal);
      const auto loopOf = [](const OperationReport& o) {
        return o.loops.empty() ? -1 : o.loops[0];
      };
      RefusalReport report{first, second,        reasonOf(refusal), isEssential(refusal),
                           {},    loopOf(first), loopOf(second)};
      if (first.fate == Fate::kept || first.fate == Fate::result) report.bytes = first.bytes;
      const std::tuple order(report.essential, -report.bytes.value, sorted.size());
      sorted.emplace(order, std::move(report));
    }
    for (auto& [order, report] : sorted) report_.refusals.push_back(std::move(report));
  }

  // Nothing but a number passes here, or it is one of
  // many elements that a reduction has yet to see.
  bool isEssential(const ir::Refusal& refusal) const {
    using Kind = ir::Refusal::Kind;
    return refusal.kind == Kind::incomplete ||
           dimsOf(recording_.shapeOfOp[static_cast<std::size_t>(refusal.firstOrdinal)]).rank() == 0;
  }

  void countArrays(const ir::ParallelProgram& program) {
    report_.results = static_cast<int>(program.outputs.size());
    Formula saved;
    for (std::size_t k = 0; k < recording_.ops.size(); ++k) {
      if (indexOf_[k] < 0) continue;
      const OperationReport& operation = operationAt(static_cast<std::int32_t>(k));
      const ir::Dims& dims = dimsOf(recording_.shapeOfOp[k]);
      report_.arraysVanished += operation.fate == Fate::vanished;
      report_.temporaries += operation.fate == Fate::kept;
      report_.arraysUnused += operation.fate == Fate::unused && dims.rank() > 0;
      if (operation.fate == Fate::vanished)
        saved.add(bytesOf(recording_.ops[k].type, dims, 1 + operation.readers));
    }
    report_.bytesSaved = saved.amount(sizes_);
  }

  void addTimes(const runtime::CompileReport& compiled) {
    report_.name = compiled.name;
    report_.cacheHit = segment_.program.hit;
    report_.cacheReason =
        report_.cacheHit
            ? "a program of the same structure was compiled before, as " + compiled.name
            : segment_.whyCompiled;
    report_.compileMicroseconds = compiled.totalMicroseconds();
    report_.phases = {{"load the code generator", compiled.loadMicroseconds},
                      {"passes", compiled.passMicroseconds},
                      {"emit", compiled.emitMicroseconds},
                      {"generate machine code", compiled.codegenMicroseconds},
                      {"link", compiled.linkMicroseconds}};
    for (const compiler::PassRecord& pass : compiled.passes)
      report_.passes.push_back({std::string(pass.name), pass.microseconds});
  }

  const Segment& segment_;
  const Recording& recording_;
  const Options& options_;
  std::span<const Place> places_;
  Sizes sizes_;
  Expressions expressions_;
  std::vector<bool> needed_;
  std::vector<int> indexOf_;
  ProgramReport report_;
};

const char* modeName(Mode mode) {
  switch (mode) {
    case Mode::compile: return "compile";
    case Mode::interpret: return "interpret";
    case Mode::library: return "library";
  }
  return "";
}

bool sameClasses(const RecordedSizes& a, const RecordedSizes& b) {
  if (a.list() != b.list()) return false;
  for (std::size_t s = 0; s < a.count(); ++s)
    if (a.classOf(static_cast<ir::Symbol>(s)) != b.classOf(static_cast<ir::Symbol>(s)))
      return false;
  return true;
}

}  // namespace

Explanation explainSegments(const std::vector<Segment>& segments, const Options& options,
                            std::span<const Place> places) {
  Explanation result;
  result.mode = modeName(options.mode);
  for (const Segment& segment : segments)
    result.programs.push_back(SegmentReport(segment, options, places).run());
  return result;
}

std::string whyCompiled(const std::vector<Segment>& before, const std::vector<Segment>& now,
                        std::size_t k) {
  if (before.empty()) return "the first recording, and no other program had this structure";
  if (k >= before.size()) return "the recording before had fewer segments";
  const Recording &a = *before[k].recording, &b = *now[k].recording;
  const auto sameInput = [&](const RecordedInput& x, const RecordedInput& y) {
    return x.type == y.type && a.shape(x.shape).rank() == b.shape(y.shape).rank();
  };
  if (!std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(), sameInput))
    return "unlike the recording before: other element types, ranks or number of arrays";
  const auto differs = std::mismatch(a.ops.begin(), a.ops.end(), b.ops.begin(), b.ops.end());
  if (differs.second != b.ops.end()) {
    const SourceLocation& where =
        b.locations[static_cast<std::size_t>(differs.second - b.ops.begin())];
    return "unlike the recording before: another operation or number at " +
           fileName(where.file_name()) + ":" + std::to_string(where.line());
  }
  if (differs.first != a.ops.end()) return "unlike the recording before: fewer operations";
  if (!sameClasses(a.sizes, b.sizes))
    return "unlike the recording before: other extents are equal or 1";
  if (a.outputs != b.outputs) return "unlike the recording before: other results are wanted";
  return "the code of the recording before was dropped from the cache (PARAX_PROGRAMS)";
}

}  // namespace parax::detail
