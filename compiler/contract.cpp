// Forwards values inside each body, then sweeps backwards for what is still needed.
#include "compiler/contract.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/access_table.h"
#include "compiler/hash.h"
#include "compiler/inst_info.h"

namespace parax::compiler {
namespace {

using ir::Inst;
using ir::Loop;

// Replaces loads of known elements and repeated instructions by the first that has the value.
class Forwarding {
 public:
  explicit Forwarding(Loop& loop) : loop_(loop), newId_(loop.body.size()) {}

  void run() {
    for (std::size_t k = 0; k < loop_.body.size(); ++k) {
      Inst inst = loop_.body[k];
      for (int i = 0; i < inst.arity(); ++i) inst.operand[i] = newId_[inst.operand[i]];
      const bool memory = inst.op == Op::load || inst.op == Op::store;
      if (memory) inst.slot = accesses_.add(loop_.accesses[inst.slot]);
      newId_[k] = inst.op == Op::store ? store(inst) : value(inst);
      if (static_cast<std::int32_t>(k) + 1 == loop_.hoisted) hoisted_ = size();
    }
    loop_.body = std::move(body_);
    loop_.accesses = accesses_.take();
    loop_.hoisted = hoisted_;
    for (ir::Reduction& reduction : loop_.reductions)
      forEachValue(reduction, [&](std::int32_t& id) { id = newId_[id]; });
  }

 private:
  std::int32_t size() const { return static_cast<std::int32_t>(body_.size()); }

  std::int32_t store(const Inst& inst) {
    valueAt_[{inst.slot, inst.field}] = inst.operand[0];
    body_.push_back(inst);
    return size() - 1;
  }

  std::int32_t value(const Inst& inst) {
    if (inst.op == Op::load)
      if (const auto stored = valueAt_.find({inst.slot, inst.field}); stored != valueAt_.end())
        return stored->second;
    const std::uint64_t hash = hashOf(inst);
    const auto [begin, end] = byHash_.equal_range(hash);
    for (auto it = begin; it != end; ++it)
      if (Inst& first = body_[it->second]; sameValue(first, inst)) {
        first.ordinal = std::min(first.ordinal, inst.ordinal);  // the first to report an error
        return it->second;
      }
    byHash_.emplace(hash, size());
    body_.push_back(inst);
    return size() - 1;
  }

  static std::uint64_t hashOf(const Inst& inst) {
    Hash hash;
    hash.add(static_cast<int>(inst.op)).add(static_cast<int>(inst.type));
    hash.add(inst.slot).add(inst.field).add(inst.bits);
    for (std::int32_t operand : inst.operand) hash.add(operand);
    return hash.value();
  }
  static bool sameValue(const Inst& a, const Inst& b) {
    return a.op == b.op && a.type == b.type && a.slot == b.slot && a.field == b.field &&
           a.bits == b.bits && std::equal(a.operand, a.operand + 3, b.operand);
  }

  Loop& loop_;
  std::vector<std::int32_t> newId_;
  std::vector<Inst> body_;
  AccessTable accesses_;
  std::int32_t hoisted_ = 0;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t>
      valueAt_;  // by access and field: what this point stored
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
    for (std::size_t l = program_.loops.size(); l-- > 0;) sweepLoop(program_.loops[l]);
    std::erase_if(program_.loops, [](const Loop& loop) {
      return loop.reductions.empty() &&
             std::none_of(loop.body.begin(), loop.body.end(),
                          [](const Inst& inst) { return inst.op == Op::store; });
    });
    renumberBuffers();
  }

 private:
  void sweepLoop(Loop& loop) {
    std::erase_if(loop.reductions,
                  [&](const ir::Reduction& reduction) { return !needed_[reduction.result]; });
    std::vector<bool> live(loop.body.size(), false);
    for (const ir::Reduction& reduction : loop.reductions)
      forEachValue(reduction, [&](std::int32_t id) { live[id] = true; });
    for (std::size_t k = loop.body.size(); k-- > 0;) {
      const Inst& inst = loop.body[k];
      if (inst.op == Op::store && needed_[loop.accesses[inst.slot].buffer]) live[k] = true;
      if (!live[k]) continue;
      for (int i = 0; i < inst.arity(); ++i) live[inst.operand[i]] = true;
      if (inst.op == Op::load) needed_[loop.accesses[inst.slot].buffer] = true;
    }
    keepLive(loop, live);
  }

  static void keepLive(Loop& loop, const std::vector<bool>& live) {
    std::vector<std::int32_t> newId(loop.body.size(), ir::none);
    AccessTable accesses;
    std::int32_t count = 0, hoisted = 0;
    for (std::size_t k = 0; k < loop.body.size(); ++k) {
      if (!live[k]) continue;
      Inst inst = loop.body[k];
      for (int i = 0; i < inst.arity(); ++i) inst.operand[i] = newId[inst.operand[i]];
      if (inst.op == Op::load || inst.op == Op::store)
        inst.slot = accesses.add(loop.accesses[inst.slot]);
      if (static_cast<std::int32_t>(k) < loop.hoisted) ++hoisted;
      newId[k] = count;
      loop.body[count++] = inst;
    }
    loop.body.erase(loop.body.begin() + count, loop.body.end());
    loop.accesses = accesses.take();
    loop.hoisted = hoisted;
    for (ir::Reduction& reduction : loop.reductions)
      forEachValue(reduction, [&](std::int32_t& id) { id = newId[id]; });
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
      for (ir::Access& access : loop.accesses) access.buffer = newId[access.buffer];
      for (ir::Reduction& reduction : loop.reductions) reduction.result = newId[reduction.result];
    }
  }

  ir::ParallelProgram& program_;
  std::vector<bool> needed_;  // by buffer: a result, or read by a loop already swept
};

}  // namespace

void contract(ir::ParallelProgram& program) {
  for (Loop& loop : program.loops) Forwarding(loop).run();
  Sweep(program).run();
  program.canFail = canFail(program);
}

}  // namespace parax::compiler
