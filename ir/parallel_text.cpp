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
  }
  text += " : " + printType(buffer.type, buffer.dims);
  if (buffer.inPlaceOf != none) text += " inplace " + bufferName(buffer.inPlaceOf);
  if (buffer.block != none) text += " block " + std::to_string(buffer.block);
  if (buffer.firstLoop != 0 || buffer.lastLoop != 0)
    text += " live " + std::to_string(buffer.firstLoop) + " to " + std::to_string(buffer.lastLoop);
  return text + "\n";
}

// "b0[i1, 0]": what walks each dimension of the buffer; 0 where no loop dimension does.
std::string printAccess(const ParallelProgram& program, const Access& access) {
  const auto id = static_cast<std::size_t>(access.buffer);
  const int rank = id < program.buffers.size() ? program.buffers[id].dims.rank() : 0;
  std::string text = bufferName(access.buffer) + "[";
  for (int k = 0; k < rank; ++k) {
    if (k > 0) text += ", ";
    std::string walker = "0";
    for (int d = 0; d < maxRank; ++d)
      if (access.axis[d] == k) walker = "i" + std::to_string(d);
    text += walker;
  }
  return text + "]";
}

std::string printSchedule(const Schedule& schedule) {
  std::string text;
  if (schedule.parallel) text += " parallel";
  if (schedule.streaming) text += " streaming";
  if (schedule.cyclesPerPoint != 1)
    text += " cycles " + printNumber(ElementType::float64,
                                     std::bit_cast<std::uint64_t>(schedule.cyclesPerPoint));
  if (!schedule.group.empty()) text += " group";
  for (std::int32_t g : schedule.group) text += " " + std::to_string(g);
  return text.empty() ? text : " schedule" + text;
}

}  // namespace

std::string printInst(const ParallelProgram& program, const Loop& loop, std::size_t id) {
  const Inst& inst = loop.body[id];
  const auto access = [&]() -> std::string {
    const auto at = static_cast<std::size_t>(inst.slot);
    if (at >= loop.accesses.size()) return "?";
    const auto buffer = static_cast<std::size_t>(loop.accesses[at].buffer);
    const bool whole = buffer >= program.buffers.size() || !isProduct(program.buffers[buffer].type);
    return printAccess(program, loop.accesses[at]) +
           (whole && inst.field == 0 ? "" : "." + std::to_string(inst.field));
  };
  std::string text;
  if (inst.op != Op::store) text = "%" + std::to_string(id) + " = ";
  text += name(inst.op);
  switch (inst.op) {
    case Op::number:
    case Op::left:
    case Op::right:
      text += " " + std::to_string(inst.slot);
      if (inst.field != 0) text += " field " + std::to_string(inst.field);
      break;
    case Op::constant: text += " " + printNumber(inst.type, inst.bits); break;
    case Op::extent: text += " " + printSymbol(inst.slot); break;
    case Op::index: text += " i" + std::to_string(inst.slot); break;
    case Op::load: text += " " + access(); break;
    case Op::store: text += " " + access() + ","; break;
    default: break;
  }
  if (inst.arity() > 0)
    text += " " + printValues({inst.operand, static_cast<std::size_t>(inst.arity())});
  return text + " : " + std::string(name(inst.type));
}

std::string printLoop(const ParallelProgram& program, const Loop& loop) {
  std::string text = "  loop (";
  for (std::size_t d = 0; d < loop.extents.size(); ++d) {
    if (d > 0) text += ", ";
    text += "i" + std::to_string(d) + " < " + printSymbol(loop.extents[d]);
  }
  text += ") {\n";
  for (std::size_t k = 0; k < loop.body.size(); ++k) {
    if (k > 0 && static_cast<std::int32_t>(k) == loop.hoisted) text += "    ---\n";
    text += "    " + printInst(program, loop, k) + "\n";
  }
  if (loop.hoisted > 0 && loop.hoisted == static_cast<std::int32_t>(loop.body.size()))
    text += "    ---\n";
  for (const Reduction& r : loop.reductions) {
    std::vector<std::int32_t> values;
    forEachValue(r, [&](std::int32_t id) { values.push_back(id); });
    text += "    reduce " + std::string(name(r.op)) + " " + printValues(values) + " -> " +
            bufferName(r.result) + " : " + std::string(name(r.type)) + "\n";
  }
  return text + "  }" + printSchedule(loop.schedule) + "\n";
}

namespace {

std::string printUnused(const ParallelProgram& program) {
  std::vector<bool> seen(program.numbers.size());
  for (const Loop& loop : program.loops)
    for (const Inst& inst : loop.body)
      if (inst.op == Op::number && static_cast<std::size_t>(inst.slot) < seen.size())
        seen[static_cast<std::size_t>(inst.slot)] = true;
  return printUnusedNumbers(program.numbers, program.symbols, seen);
}

}  // namespace

std::string print(const ParallelProgram& program) {
  std::string text = program.canFail ? "parallel canFail {\n" : "parallel {\n";
  text += printSymbols(program.symbols) + printUnused(program);
  std::int32_t blocks = 0;
  for (std::size_t id = 0; id < program.buffers.size(); ++id) {
    text += printBuffer(program, id);
    blocks = std::max(blocks, program.buffers[id].block + 1);
  }
  if (blocks != program.blocks) text += "  blocks " + std::to_string(program.blocks) + "\n";
  for (const Loop& loop : program.loops) text += printLoop(program, loop);
  text += "  return";
  for (std::size_t k = 0; k < program.outputs.size(); ++k)
    text += (k == 0 ? " " : ", ") + bufferName(program.outputs[k]);
  return text + "\n}\n";
}

}  // namespace parax::ir
