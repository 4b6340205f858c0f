// explain: loops, fusions and refusals by the user's source lines.
#include "frontend/explanation.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <set>
#include <sstream>

namespace parax {
namespace detail {
namespace {

std::string fileName(const char* path) {
  const std::string text = path;
  const auto slash = text.rfind('/');
  return slash == std::string::npos ? text : text.substr(slash + 1);
}

OperationReport operation(const Segment& segment, std::int32_t ordinal) {
  const auto at = static_cast<std::size_t>(ordinal);
  if (ordinal < 0 || at >= segment.ops.size()) return {"input", "", 0};
  return {std::string(name(segment.ops[at].op)), fileName(segment.locations[at].file_name()),
          static_cast<int>(segment.locations[at].line())};
}

std::string spaceText(const ir::Loop& loop) {
  std::string text = "[";
  for (std::size_t d = 0; d < loop.extents.size(); ++d)
    text += (d ? ", s" : "s") + std::to_string(loop.extents[d]);
  return text + "]";
}

// A conversion operator does not learn the user's line, only get() does.
std::string breakText(const SourceLocation& where) {
  const std::string file = fileName(where.file_name());
  if (where.line() == 0) return "printing";
  if (file == "value.h") return "a conversion of a Value (use get() to see the line)";
  return file + ":" + std::to_string(where.line());
}

// Elements that are the same for all points stay in registers.
int bytesAt(const ir::ParallelProgram& program, const ir::Loop& loop, const ir::Inst& inst) {
  const ir::Access& access = loop.accesses[static_cast<std::size_t>(inst.slot)];
  const bool moves = std::any_of(std::begin(access.axis), std::end(access.axis),
                                 [](std::int32_t axis) { return axis != ir::none; });
  const ir::Buffer& buffer = program.buffers[static_cast<std::size_t>(access.buffer)];
  return moves ? static_cast<int>(sizeOf(buffer.type)) : 0;
}

LoopReport explainLoop(const Segment& segment, const ir::ParallelProgram& program,
                       const ir::Loop& loop, const codegen::LoopInfo* code) {
  LoopReport report;
  std::set<std::int32_t> ordinals;
  for (const ir::Inst& inst : loop.body) {
    const OpKind kind = info(inst.op).kind;
    const bool memory = inst.op == Op::load || inst.op == Op::store;
    if (inst.op == Op::load) ++report.loads;
    if (inst.op == Op::store) ++report.stores;
    if (memory) report.bytesPerPoint += bytesAt(program, loop, inst);
    if (!memory && kind != OpKind::leaf && inst.ordinal >= 0) ordinals.insert(inst.ordinal);
  }
  for (const ir::Reduction& reduction : loop.reductions) ordinals.insert(reduction.ordinal);
  for (std::int32_t ordinal : ordinals) report.operations.push_back(operation(segment, ordinal));
  report.space = spaceText(loop);
  report.reductions = static_cast<int>(loop.reductions.size());
  report.parallel = loop.schedule.parallel;
  report.streaming = loop.schedule.streaming;
  report.cyclesPerPoint = loop.schedule.cyclesPerPoint;
  if (code) {
    report.vectorLanes = code->lanes;
    report.unroll = code->unroll;
  }
  return report;
}

ProgramReport explainSegment(const Segment& segment) {
  ProgramReport report;
  report.recordedOperations = static_cast<int>(segment.ops.size());
  if (!segment.last) report.endedBy = breakText(segment.endedBy);
  const auto& executable = segment.program.executable;
  if (!executable) return report;
  const ir::ParallelProgram& program = executable->program();
  const runtime::CompileReport& compiled = executable->report();
  for (std::size_t k = 0; k < program.loops.size(); ++k)
    report.loops.push_back(explainLoop(segment, program, program.loops[k],
                                       k < compiled.loops.size() ? &compiled.loops[k] : nullptr));
  for (const ir::Refusal& refusal : program.refusals)
    report.refusals.push_back({operation(segment, refusal.firstOrdinal),
                               operation(segment, refusal.secondOrdinal), refusal.reason});
  report.temporaries = static_cast<int>(
      std::count_if(program.buffers.begin(), program.buffers.end(), [](const ir::Buffer& buffer) {
    return buffer.kind == ir::Buffer::Kind::temporary && buffer.dims.rank() > 0;
  }));
  report.results = static_cast<int>(program.outputs.size());
  const auto arrays =
      std::count_if(segment.ops.begin(), segment.ops.end(), [](const RecordedOp& op) {
    return info(op.op).kind != OpKind::leaf && info(op.op).kind != OpKind::reduction;
  });
  report.arraysVanished =
      std::max(0, static_cast<int>(arrays) - report.temporaries - report.results);
  report.cacheHit = segment.program.hit;
  report.compileMicroseconds = compiled.totalMicroseconds();
  report.phases = {{"load the code generator", compiled.loadMicroseconds},
                   {"passes", compiled.passMicroseconds},
                   {"emit", compiled.emitMicroseconds},
                   {"generate machine code", compiled.codegenMicroseconds},
                   {"link", compiled.linkMicroseconds}};
  return report;
}

const char* modeName(Mode mode) {
  switch (mode) {
    case Mode::compile: return "compile";
    case Mode::interpret: return "interpret";
    case Mode::library: return "library";
  }
  return "";
}

}  // namespace

Explanation explainSegments(const std::vector<Segment>& segments, Mode mode) {
  Explanation result;
  result.mode = modeName(mode);
  for (const Segment& segment : segments) result.programs.push_back(explainSegment(segment));
  return result;
}

}  // namespace detail

namespace {

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string place(const OperationReport& operation) {
  if (operation.line == 0) return operation.operation;
  return operation.operation + " (" + operation.file + ":" + std::to_string(operation.line) + ")";
}

// Operations of one line stand together: "blur.cpp:12 mul mul add".
void writeOperations(std::ostream& out, const LoopReport& loop) {
  std::string line;
  for (const OperationReport& operation : loop.operations) {
    const std::string at = operation.file + ":" + std::to_string(operation.line);
    if (at != line) out << (line.empty() ? "    " : "\n    ") << at << ' ';
    line = at;
    out << ' ' << operation.operation;
  }
  if (!line.empty()) out << '\n';
}

void writeLoop(std::ostream& out, const LoopReport& loop, std::size_t number) {
  const auto n = [](int count) { return static_cast<std::uint64_t>(count); };
  out << "  loop " << number << " over " << loop.space << ": "
      << counted(loop.operations.size(), "operation") << ", " << counted(n(loop.loads), "load")
      << ", " << counted(n(loop.stores), "store");
  if (loop.reductions) out << ", " << counted(n(loop.reductions), "reduction");
  out << "; " << loop.bytesPerPoint << " bytes and about " << loop.cyclesPerPoint
      << " cycles a point; ";
  if (loop.vectorLanes > 1)
    out << "vectors of " << loop.vectorLanes
        << (loop.unroll > 1 ? " x " + std::to_string(loop.unroll) : "");
  else
    out << (loop.vectorLanes == 1 ? "scalar" : "interpreted");
  out << (loop.parallel ? ", threads when it pays" : ", serial")
      << (loop.streaming ? ", streaming stores for large fresh results" : "") << '\n';
  writeOperations(out, loop);
}

void writeProgram(std::ostream& out, const ProgramReport& program) {
  const auto n = [](int count) { return static_cast<std::uint64_t>(count); };
  out << "  " << counted(n(program.recordedOperations), "recorded operation") << " became "
      << counted(program.loops.size(), "loop") << "; "
      << counted(n(program.arraysVanished), "array") << " vanished, "
      << counted(n(program.temporaries), "array") << " kept between loops, "
      << counted(n(program.results), "result") << "\n";
  for (std::size_t k = 0; k < program.loops.size(); ++k) writeLoop(out, program.loops[k], k + 1);
  for (const RefusalReport& refusal : program.refusals)
    out << "  not fused: " << place(refusal.first) << " with " << place(refusal.second) << ": "
        << refusal.reason << '\n';
  if (program.cacheHit) {
    out << "  code: found in the cache\n";
  } else if (!program.phases.empty()) {
    const bool interpreted = !program.loops.empty() && program.loops.front().vectorLanes == 0;
    out << (interpreted ? "  IR: made in " : "  code: compiled in ") << std::fixed
        << std::setprecision(2) << program.compileMicroseconds / 1000 << " ms (";
    for (std::size_t k = 0; k < program.phases.size(); ++k)
      out << (k ? ", " : "") << program.phases[k].name << ' '
          << program.phases[k].microseconds / 1000;
    out << ")\n" << std::defaultfloat;
  }
  if (!program.endedBy.empty())
    out << "  ended by a number taken out at " << program.endedBy << '\n';
}

}  // namespace

std::string Explanation::text() const {
  std::ostringstream out;
  out << "mode " << mode << ", " << counted(calls, "call") << ", " << replays << " replayed";
  if (programs.empty()) {
    out << (mode == "library" ? ": nothing is recorded in library mode\n" : ": not called yet\n");
    return out.str();
  }
  out << (remembered ? "; remembered" : "; recorded at every call: " + whyNot) << '\n';
  for (const ProgramReport& program : programs) writeProgram(out, program);
  return out.str();
}

std::ostream& operator<<(std::ostream& out, const Explanation& explanation) {
  return out << explanation.text();
}

}  // namespace parax
