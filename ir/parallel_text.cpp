// The text form of parallel IR: print.
#include <algorithm>
#include <bit>

#include "ir/parallel.h"
#include "ir/text_parts.h"

namespace parax::ir {
namespace {

std::string bufferName(BufferId id) { return "b" + std::to_string(id); }

std::string printBuffer(const ParallelProgram& program, std::size_t id) {
  const Buffer& buffer = program.buffers[id];
  std::string text = "  buffer " + bufferName(static_cast<BufferId>(id)) + " = ";
  switch (buffer.kind) {
    case Buffer::Kind::input: text += "input " + std::to_string(buffer.slot); break;
    case Buffer::Kind::output: text += "output " + std::to_string(buffer.slot); break;
    case Buffer::Kind::temporary: text += "temporary"; break;
    case Buffer::Kind::local: text += "local"; break;
  }
  text += " : " + printType(buffer.type, buffer.dims);
  if (buffer.inPlaceOf != none) text += " inplace " + bufferName(buffer.inPlaceOf);
  if (buffer.block != none) text += " block " + std::to_string(buffer.block);
  if (buffer.firstLoop != 0 || buffer.lastLoop != 0)
    text += " live " + std::to_string(buffer.firstLoop) + " to " + std::to_string(buffer.lastLoop);
  if (buffer.ring != 0) text += " ring " + std::to_string(buffer.ring);
  return text + "\n";
}

std::string numbers(const std::vector<std::int32_t>& list) {
  std::string text;
  for (std::int32_t n : list) text += " " + std::to_string(n);
  return text;
}

std::string printSchedule(const Schedule& schedule) {
  std::string text;
  if (schedule.parallel) text += " parallel";
  if (schedule.streaming) text += " streaming";
  if (schedule.dynamic) text += " dynamic";
  if (schedule.cyclesPerPoint != 1)
    text += " cycles " + printNumber(ElementType::float64,
                                     std::bit_cast<std::uint64_t>(schedule.cyclesPerPoint));
  if (!schedule.group.empty()) text += " group" + numbers(schedule.group);
  if (!schedule.tile.empty())
    text += " tile" + numbers(schedule.tile) + " walk " + std::to_string(schedule.walk);
  return text.empty() ? text : " schedule" + text;
}

std::string printRange(std::size_t d, const Range& range) {
  const std::string index = "i" + std::to_string(d);
  if (range.lo == noSymbol) return index + " < " + printSymbol(range.hi);
  return index + " in " + printSymbol(range.lo) + " to " + printSymbol(range.hi);
}

std::string printRanges(const std::vector<Range>& ranges) {
  std::string text;
  for (std::size_t d = 0; d < ranges.size(); ++d)
    text += (d > 0 ? ", " : "") + printRange(d, ranges[d]);
  return text;
}

std::string printStage(const ParallelProgram& program, const Stage& stage,
                       const std::string& indent) {
  std::string text = indent + "stage";
  if (stage.lag != 0 || stage.lagPerTurn != 0) text += " lag " + std::to_string(stage.lag);
  if (stage.lagPerTurn != 0) text += " per " + std::to_string(stage.lagPerTurn);
  if (stage.turns != 1) text += " turns " + std::to_string(stage.turns);
  if (!stage.grow.empty()) text += " grow";
  for (const Growth& grow : stage.grow) {
    text += " (" + std::to_string(grow.below) + ", " + std::to_string(grow.above);
    text += grow.less == 0 ? ")" : " less " + std::to_string(grow.less) + ")";
  }
  text += " {\n";
  for (const Piece& piece : stage.pieces) {
    text += indent + "  piece";
    if (piece.rest) text += " rest";
    if (!piece.box.empty()) text += " " + printRanges(piece.box);
    text += " {\n" + printBody(program, piece.body, static_cast<int>(indent.size()) / 2 + 2);
    text += indent + "  }\n";
  }
  return text + indent + "}\n";
}

std::string printCarried(const std::vector<std::pair<BufferId, BufferId>>& carried) {
  std::string text;
  for (const auto& [to, from] : carried)
    text += (text.empty() ? "" : ", ") + bufferName(to) + " <- " + bufferName(from);
  return text;
}

std::string printSteps(const ParallelProgram& program, const std::vector<Step>& steps, int depth) {
  const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
  std::string text;
  for (const Step& step : steps) switch (step.kind) {
      case Step::Kind::loop:
        if (static_cast<std::size_t>(step.loop) < program.loops.size())
          text += printLoop(program, program.loops[static_cast<std::size_t>(step.loop)], depth);
        break;
      case Step::Kind::copy:
        text += indent + "copy " + bufferName(step.to) + " <- " + bufferName(step.from) + "\n";
        break;
      case Step::Kind::size:
        text +=
            indent + "size " + std::to_string(step.result) + " = " + bufferName(step.from) + "\n";
        break;
      case Step::Kind::rotate:
        text += indent + "rotate " + printCarried(step.carried) + "\n";
        break;
      case Step::Kind::repeat:
        text += indent + "repeat " + printSymbol(step.trips);
        if (step.until != none) text += " until " + bufferName(step.until);
        if (!step.carried.empty()) text += " carried " + printCarried(step.carried);
        text += " {\n" + printSteps(program, step.steps, depth + 1) + indent + "}\n";
        break;
    }
  return text;
}

std::string printUnused(const ParallelProgram& program) {
  std::vector<bool> seen(program.numbers.size());
  for (const Loop& loop : program.loops)
    forEachBody(loop, [&](const Body& body) {
      for (const Inst& inst : body.insts)
        if (inst.op == Op::number && static_cast<std::size_t>(inst.number) < seen.size())
          seen[static_cast<std::size_t>(inst.number)] = true;
    });
  return printUnusedNumbers(program.numbers, program.sizes, seen);
}

}  // namespace

// A loop of one stage and piece is written without the words.
std::string printLoop(const ParallelProgram& program, const Loop& loop, int depth) {
  const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
  std::string text = indent + "loop (" + printRanges(loop.space) + ") {\n";
  const bool brief = loop.stages.size() == 1 && loop.stages[0].pieces.size() == 1 &&
                     loop.stages[0].pieces[0].box.empty() && loop.stages[0].turns == 1 &&
                     loop.stages[0].grow.empty() && loop.stages[0].lag == 0 &&
                     loop.stages[0].lagPerTurn == 0;
  if (brief)
    text += printBody(program, loop.body(), depth + 1);
  else
    for (const Stage& stage : loop.stages) text += printStage(program, stage, indent + "  ");
  return text + indent + "}" + printSchedule(loop.schedule) + "\n";
}

std::string print(const ParallelProgram& program) {
  std::string text = program.canFail ? "parallel canFail {\n" : "parallel {\n";
  text += printSizes(program.sizes) + printUnused(program);
  std::int64_t blocks = 0;
  for (std::size_t id = 0; id < program.buffers.size(); ++id) {
    text += printBuffer(program, id);
    blocks = std::max(blocks, program.buffers[id].block + std::int64_t{1});
  }
  if (blocks != program.blocks) text += "  blocks " + std::to_string(program.blocks) + "\n";
  text += printSteps(program, program.steps, 1);
  text += "  return";
  for (std::size_t k = 0; k < program.outputs.size(); ++k)
    text += (k == 0 ? " " : ", ") + bufferName(program.outputs[k]);
  return text + "\n}\n";
}

}  // namespace parax::ir
