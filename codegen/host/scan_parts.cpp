// A region stays whole; a load stays behind the stores that it may read.
#include "codegen/host/scan_parts.h"

#include <algorithm>
#include <set>

#include "codegen/backend.h"
#include "parax/core/error.h"

namespace parax::codegen::host {
namespace {

std::size_t at(std::int32_t k) { return static_cast<std::size_t>(k); }

// Top-level instructions, each with the regions that it owns.
template <class F>
void forEachWhole(const ir::Body& body, F&& f) {
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(body.insts.size());
       i = ir::endOf(body.insts, i))
    f(i, ir::endOf(body.insts, i));
}

void requireForm(const ir::Body& body) {
  const auto refuse = [](const char* what) {
    throw InternalError("the code generator has no form for " + std::string(what));
  };
  if (!body.reductions.empty()) refuse("prefixes together with reductions");
  forEachWhole(body, [&](std::int32_t first, std::int32_t end) {
    for (std::int32_t i = first; i < end; ++i)
      if (isPrefix(body.insts[at(i)]) && (i > first || body.insts[at(i)].when != ir::none))
        refuse("prefixes that not every point takes part in");
  });
}

}  // namespace

ScanParts scanParts(const ir::Body& body) {
  requireForm(body);
  ScanParts parts;
  const std::size_t count = body.insts.size();
  std::vector<bool> waits(count, false);
  std::set<ir::BufferId> stored;
  forEachWhole(body, [&](std::int32_t first, std::int32_t end) {
    bool late = false;
    for (std::int32_t i = first; i < end; ++i) {
      const ir::Inst& inst = body.insts[at(i)];
      forEachOperand(inst, [&](std::int32_t x) { late = late || waits[at(x)]; });
      late = late || inst.op == Op::store;  // the fields of an element are stored together
      if (inst.op == Op::load)
        late = late || stored.contains(body.accesses[at(inst.access)].buffer);
    }
    if (isPrefix(body.insts[at(first)])) {
      if (late) throw InternalError("the code generator has no form for prefixes of prefixes");
      parts.prefixes.push_back(first);
      late = true;
    }
    for (std::int32_t i = first; i < end; ++i) {
      waits[at(i)] = late;
      const ir::Inst& inst = body.insts[at(i)];
      if (inst.op == Op::store) stored.insert(body.accesses[at(inst.access)].buffer);
    }
  });
  parts.operands.assign(count, false);
  for (std::int32_t p : parts.prefixes) parts.operands[at(body.insts[at(p)].operand[0])] = true;
  for (std::int32_t i = static_cast<std::int32_t>(count); i-- > 0;)
    if (parts.operands[at(i)]) {
      for (std::int32_t k = i; k < ir::endOf(body.insts, i); ++k) {
        parts.operands[at(k)] = true;
        forEachOperand(body.insts[at(k)], [&](std::int32_t x) { parts.operands[at(x)] = true; });
      }
    }
  for (std::size_t i = 0; i < count; ++i) {
    const bool own = static_cast<std::int32_t>(i) >= body.hoisted;
    const bool prefix = isPrefix(body.insts[i]);
    parts.operands[i] = parts.operands[i] && own && !prefix;
    parts.before.push_back(own && !waits[i]);
    parts.after.push_back(own && waits[i] && !prefix);
  }
  return parts;
}

}  // namespace parax::codegen::host
