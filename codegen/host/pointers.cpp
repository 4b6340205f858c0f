// Pointers as phis, one addition each per iteration.
#include "codegen/host/pointers.h"

namespace parax::codegen::host {

using llvm::PHINode;
using llvm::Value;

std::vector<PHINode*> startPointers(LoopContext& c, const Row& row, Value* from,
                                    llvm::BasicBlock* before) {
  std::vector<PHINode*> pointers;
  if (!c.plan.pointers) return pointers;
  for (std::size_t k = 0; k < c.accesses.size(); ++k) {
    pointers.push_back(nullptr);
    if (c.plan.stride[k] != InnerStride::one) continue;
    Builder outside(before->getTerminator());
    Value* start = outside.CreateGEP(memoryType(c.b, c.accesses[k].type, 1), row.base[k], from);
    pointers.back() = c.b.CreatePHI(start->getType(), 2);
    pointers.back()->addIncoming(start, before);
  }
  return pointers;
}

void advancePointers(LoopContext& c, std::span<PHINode* const> pointers, std::int64_t step) {
  for (std::size_t k = 0; k < pointers.size(); ++k)
    if (PHINode* pointer = pointers[k]) {
      llvm::Type* element = memoryType(c.b, c.accesses[k].type, 1);
      pointer->addIncoming(c.b.CreateGEP(element, pointer, c.i64(step)), c.b.GetInsertBlock());
    }
}

// The hardware follows a stream by itself, but stops at the end of a page.
void emitPrefetches(LoopContext& c, std::span<PHINode* const> pointers) {
  constexpr std::int64_t ahead = 2048;  // bytes
  if (!c.unit.prefetches) return;
  std::vector<bool> read(c.accesses.size(), false);
  for (const ir::Inst& inst : c.loop.body().insts)
    if (inst.op == Op::load) read[static_cast<std::size_t>(inst.access)] = true;
  for (std::size_t k = 0; k < pointers.size(); ++k) {
    if (!pointers[k] || !read[k]) continue;
    Value* line = c.b.CreateGEP(c.b.getInt8Ty(), pointers[k], c.i64(ahead));
    c.b.CreateIntrinsic(llvm::Intrinsic::prefetch, {line->getType()},
                        {line, c.b.getInt32(0), c.b.getInt32(3), c.b.getInt32(1)});
  }
}

}  // namespace parax::codegen::host
