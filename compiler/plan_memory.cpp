// Lifetimes in units of loops; sharing by interval colouring.
#include "compiler/plan_memory.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "compiler/access_table.h"

namespace parax::compiler {
namespace {

using ir::Buffer;
using ir::BufferId;
using ir::Loop;

// First and last loop that touches each buffer. A buffer that no loop touches is an input that is
// returned as it is.
void findLifetimes(ir::ParallelProgram& program) {
  std::vector<bool> seen(program.buffers.size(), false);
  const auto touch = [&](BufferId b, std::int32_t loop) {
    Buffer& buffer = program.buffers[b];
    if (!seen[b]) buffer.firstLoop = loop;
    buffer.lastLoop = loop;
    seen[b] = true;
  };
  for (Buffer& buffer : program.buffers) buffer.firstLoop = buffer.lastLoop = 0;
  for (std::size_t l = 0; l < program.loops.size(); ++l) {
    const auto id = static_cast<std::int32_t>(l);
    for (const ir::Access& access : program.loops[l].body().accesses) touch(access.buffer, id);
    for (const ir::Reduction& r : program.loops[l].body().reductions) touch(r.into.buffer, id);
  }
}

// What decides the bytes of a buffer: element size and the symbols of its dims, sorted.
std::vector<std::int64_t> sizeKey(const Buffer& buffer) {
  std::vector<std::int64_t> key{static_cast<std::int64_t>(sizeOf(buffer.type))};
  for (ir::Symbol s : buffer.dims)
    if (s != ir::one) key.push_back(s);
  std::sort(key.begin() + 1, key.end());
  return key;
}

// Temporaries of equal size whose lifetimes have no loop in common share a
// block: when the later one is first written, every loop that reads the earlier
// one has ended. Buffers are visited by their first loop, so the free block
// that was released first is taken, and one sweep gives the fewest blocks.
void shareBlocks(ir::ParallelProgram& program) {
  std::vector<BufferId> temporaries;
  for (std::size_t b = 0; b < program.buffers.size(); ++b) {
    program.buffers[b].block = ir::none;
    if (program.buffers[b].kind == Buffer::Kind::temporary)
      temporaries.push_back(static_cast<BufferId>(b));
  }
  const auto firstUse = [&](BufferId b) { return std::pair(program.buffers[b].firstLoop, b); };
  std::sort(temporaries.begin(), temporaries.end(),
            [&](BufferId a, BufferId b) { return firstUse(a) < firstUse(b); });
  struct Lease {
    std::int32_t lastLoop, block;
    auto operator<=>(const Lease&) const = default;
  };
  std::map<std::vector<std::int64_t>, std::vector<Lease>>
      leasesBySize;  // heaps: earliest end on top
  program.blocks = 0;
  for (BufferId b : temporaries) {
    Buffer& buffer = program.buffers[b];
    std::vector<Lease>& leases = leasesBySize[sizeKey(buffer)];
    if (!leases.empty() && leases.front().lastLoop < buffer.firstLoop) {
      std::pop_heap(leases.begin(), leases.end(), std::greater<>{});
      buffer.block = leases.back().block;
      leases.pop_back();
    } else {
      buffer.block = program.blocks++;
    }
    leases.push_back({buffer.lastLoop, buffer.block});
    std::push_heap(leases.begin(), leases.end(), std::greater<>{});
  }
}

// Whether every load of `input` in the loop comes before the only store to `output` and is at the
// same point. Then a point's store destroys only an element that no other point reads, and that its
// own point has read already.
bool readBeforeWritten(const Loop& loop, BufferId input, BufferId output) {
  const ir::Access* stored = nullptr;
  for (const ir::Inst& inst : loop.body().insts) {
    if (inst.op != Op::load && inst.op != Op::store) continue;
    const ir::Access& access = loop.body().accesses[inst.access];
    if (access.buffer == input && stored) return false;
    if (access.buffer == output && inst.op == Op::store && !stored) stored = &access;
  }
  if (!stored) return false;
  return std::all_of(loop.body().accesses.begin(), loop.body().accesses.end(),
                     [&](const ir::Access& access) {
    return access.buffer != input || samePoint(access, *stored);
  });
}

// An output may take over an input's memory if
// - both have the same dims and type, so that equal accesses are equal addresses;
// - the input is not itself a result and no other output takes it;
// - no loop after the one that writes the output touches the input;
// - in that loop itself, if it touches the input, readBeforeWritten holds.
// So every read of the input happens before the write to its address. The runtime does it only if
// nobody else holds the input. A program that can fail never does it: no argument is half written.
bool canTakeOver(const ir::ParallelProgram& program, BufferId inputId, BufferId outputId) {
  const Buffer& input = program.buffers[inputId];
  const Buffer& output = program.buffers[outputId];
  if (input.kind != Buffer::Kind::input || input.dims != output.dims || input.type != output.type ||
      input.lastLoop > output.firstLoop)
    return false;
  if (std::count(program.outputs.begin(), program.outputs.end(), inputId)) return false;
  return input.lastLoop < output.firstLoop ||
         readBeforeWritten(program.loops[output.firstLoop], inputId, outputId);
}

}  // namespace

void planMemory(ir::ParallelProgram& program) {
  if (!program.isStraight()) return;  // lifetimes are counted in loops, one after the other
  findLifetimes(program);
  shareBlocks(program);
}

void takeOverInputs(ir::ParallelProgram& program) {
  for (Buffer& buffer : program.buffers) buffer.inPlaceOf = ir::none;
  if (!program.isStraight() || program.canFail) return;
  std::vector<bool> taken(program.buffers.size(), false);
  for (std::size_t o = 0; o < program.buffers.size(); ++o) {
    Buffer& output = program.buffers[o];
    if (output.kind != Buffer::Kind::output || output.dims.rank() == 0) continue;
    for (std::size_t i = 0; i < program.buffers.size() && output.inPlaceOf == ir::none; ++i) {
      if (taken[i] || !canTakeOver(program, static_cast<BufferId>(i), static_cast<BufferId>(o)))
        continue;
      output.inPlaceOf = static_cast<BufferId>(i);
      taken[i] = true;
    }
  }
}

}  // namespace parax::compiler
