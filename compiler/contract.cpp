// Forwards values inside each body, then sweeps backwards for what is still needed.
#include "compiler/contract.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "compiler/body_writer.h"
#include "compiler/hash.h"
#include "compiler/inst_info.h"

namespace parax::compiler {
namespace {

using ir::Inst;
using ir::Loop;

// Replaces loads of known elements and repeated instructions by the first that has the value.
class Forwarding {
 public:
  explicit Forwarding(Loop& loop)
      : body_(loop.body()), varies_(varyingDims(loop)), newId_(body_.insts.size()) {}

  void run() {
    for (std::size_t k = 0; k < body_.insts.size(); ++k) {
      const Inst inst = writer_.renumbered(body_, k, newId_);
      newId_[k] = inst.op == Op::store ? store(inst) : value(inst);
      if (static_cast<std::int32_t>(k) + 1 == body_.hoisted) writer_.endHoisted();
    }
    writer_.addReductions(body_, newId_);
    body_ = writer_.take();
  }

 private:
  // What was known of elements that this store may write is not known any more.
  std::int32_t store(const Inst& inst) {
    const ir::Access& written = writer_.access(inst.access);
    std::erase_if(known_, [&](const Known& known) {
      const bool same = known.access == inst.access;
      return same ? known.field == inst.field
                  : meetingOf(writer_.access(known.access), written, varies_) != Meeting::never;
    });
    if (inst.arity() == 1 && inst.when == ir::none)
      known_.push_back({inst.access, inst.field, inst.operand[0]});
    return writer_.add(inst);
  }

  std::int32_t value(const Inst& inst) {
    const bool isLoad = inst.op == Op::load;
    for (const Known& known : known_)
      if (isLoad && known.access == inst.access && known.field == inst.field) return known.value;
    if (isLoad && !inst.operand.empty()) return writer_.add(inst);
    const std::uint64_t hash = hashOf(inst);
    const auto [begin, end] = byHash_.equal_range(hash);
    for (auto it = begin; !isLoad && it != end; ++it)
      if (Inst& first = writer_[it->second]; sameValue(first, inst)) {
        first.ordinal = std::min(first.ordinal, inst.ordinal);  // the first to report an error
        return it->second;
      }
    const std::int32_t id = writer_.add(inst);
    if (isLoad)
      known_.push_back({inst.access, inst.field, id});
    else
      byHash_.emplace(hash, id);
    return id;
  }

  static std::uint64_t hashOf(const Inst& inst) {
    Hash hash;
    hash.add(static_cast<int>(inst.op)).add(static_cast<int>(inst.type)).add(inst.field);
    hash.add(inst.number).add(inst.symbol).add(inst.dim).add(inst.bits);
    for (std::int32_t operand : inst.operand) hash.add(operand);
    return hash.value();
  }
  static bool sameValue(const Inst& a, const Inst& b) {
    return a.op == b.op && a.type == b.type && a.field == b.field && a.reduction == b.reduction &&
           a.number == b.number && a.symbol == b.symbol && a.dim == b.dim && a.bits == b.bits &&
           a.when == b.when && a.operand == b.operand;
  }

  using Meeting = ir::Meeting;
  struct Known {  // the value of an element at this point
    std::int32_t access, field, value;
  };
  ir::Body& body_;
  std::vector<bool> varies_;
  NewIds newId_;
  BodyWriter writer_;
  std::vector<Known> known_;
  std::unordered_multimap<std::uint64_t, std::int32_t> byHash_;
};

// Removes what no result depends on. A buffer's readers stand in later loops (forwarding has
// removed those of its own loop), so one sweep from the last loop to the first is enough.
class Sweep {
 public:
  explicit Sweep(ir::ParallelProgram& program)
      : program_(program), needed_(program.buffers.size(), false) {
    for (ir::BufferId b : program.outputs) needed_[b] = true;
  }

  void run() {
    for (std::size_t l = program_.loops.size(); l-- > 0;) sweepBody(program_.loops[l].body());
    std::erase_if(program_.loops, [](const Loop& loop) {
      return loop.body().reductions.empty() &&
             std::none_of(loop.body().insts.begin(), loop.body().insts.end(),
                          [](const Inst& inst) { return inst.op == Op::store; });
    });
    program_.runInOrder();
    renumberBuffers();
  }

 private:
  void sweepBody(ir::Body& body) {
    std::erase_if(body.reductions, [&](const ir::Reduction& r) { return !needed_[r.into.buffer]; });
    std::vector<bool> live(body.insts.size(), false);
    for (const ir::Reduction& reduction : body.reductions)
      forEachValue(reduction, [&](std::int32_t id) { live[id] = true; });
    for (std::size_t k = body.insts.size(); k-- > 0;) {
      const Inst& inst = body.insts[k];
      if (inst.op == Op::store && needed_[body.accesses[inst.access].buffer]) live[k] = true;
      if (!live[k]) continue;
      forEachOperand(inst, [&](std::int32_t operand) { live[operand] = true; });
      if (inst.op == Op::load) needed_[body.accesses[inst.access].buffer] = true;
    }
    keepLive(body, live);
  }

  static void keepLive(ir::Body& body, const std::vector<bool>& live) {
    NewIds newId(body.insts.size(), ir::none);
    BodyWriter writer;
    for (std::size_t k = 0; k < body.insts.size(); ++k) {
      if (live[k]) newId[k] = writer.add(writer.renumbered(body, k, newId));
      if (static_cast<std::int32_t>(k) + 1 == body.hoisted) writer.endHoisted();
    }
    writer.addReductions(body, newId);
    body = writer.take();
  }

  void renumberBuffers() {
    std::vector<ir::BufferId> newId(program_.buffers.size(), ir::none);
    ir::BufferId count = 0;
    for (std::size_t b = 0; b < newId.size(); ++b) {
      if (!needed_[b]) continue;
      newId[b] = count;
      program_.buffers[count++] = program_.buffers[b];
    }
    program_.buffers.erase(program_.buffers.begin() + count, program_.buffers.end());
    for (ir::Buffer& buffer : program_.buffers)
      if (buffer.inPlaceOf != ir::none) buffer.inPlaceOf = newId[buffer.inPlaceOf];
    for (ir::BufferId& b : program_.outputs) b = newId[b];
    for (Loop& loop : program_.loops) {
      for (ir::Access& access : loop.body().accesses) access.buffer = newId[access.buffer];
      for (ir::Reduction& r : loop.body().reductions) r.into.buffer = newId[r.into.buffer];
    }
  }

  ir::ParallelProgram& program_;
  std::vector<bool> needed_;  // by buffer: a result, or read by a loop already swept
};

}  // namespace

void contract(ir::ParallelProgram& program) {
  if (!program.isStraight() || std::any_of(program.loops.begin(), program.loops.end(),
                                           [](const Loop& l) { return hasRegions(l.body()); }))
    return;
  for (Loop& loop : program.loops) Forwarding(loop).run();
  Sweep(program).run();
  program.canFail = canFail(program);
}

}  // namespace parax::compiler
