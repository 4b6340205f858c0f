// Error reports: a rarely taken branch to one helper per module.
#include "codegen/host/report_emitter.h"

#include <llvm/IR/MDBuilder.h>

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::Value;

namespace {

// static void parax_report(ErrorSink* sink, int64_t what, int64_t id, int64_t first,
//                          int64_t stride, uint64_t lanes) {
//   do {
//     ((Function**)sink)[what](sink, id, first + ctz(lanes) * stride);
//   } while (lanes &= lanes - 1);
// }
llvm::Function* reportFunction(ModuleContext& unit, Builder& outer) {
  constexpr const char* name = "parax_report";
  if (llvm::Function* f = unit.module.getFunction(name)) return f;
  llvm::Type *i64 = outer.getInt64Ty(), *ptr = outer.getPtrTy();
  auto* type = llvm::FunctionType::get(outer.getVoidTy(), {ptr, i64, i64, i64, i64, i64}, false);
  auto* f = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, unit.module);
  f->addFnAttr(llvm::Attribute::Cold);
  f->addFnAttr(llvm::Attribute::NoInline);
  BasicBlock* entry = BasicBlock::Create(f->getContext(), "entry", f);
  BasicBlock* loop = BasicBlock::Create(f->getContext(), "lane", f);
  BasicBlock* done = BasicBlock::Create(f->getContext(), "done", f);
  Builder b(entry);
  Value* sink = f->getArg(0);
  Value* callee = b.CreateLoad(ptr, b.CreateGEP(ptr, sink, f->getArg(1)));
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::PHINode* lanes = b.CreatePHI(i64, 2);
  lanes->addIncoming(f->getArg(5), entry);
  Value* lane = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, lanes, b.getTrue());
  Value* at = b.CreateAdd(f->getArg(3), b.CreateMul(lane, f->getArg(4)));
  b.CreateCall(llvm::FunctionType::get(b.getVoidTy(), {ptr, i64, i64}, false), callee,
               {sink, f->getArg(2), at});
  Value* rest = b.CreateAnd(lanes, b.CreateSub(lanes, b.getInt64(1)));
  lanes->addIncoming(rest, loop);
  b.CreateCondBr(b.CreateICmpNE(rest, b.getInt64(0)), loop, done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  return f;
}

}  // namespace

// if (any lane of failing) parax_report(slots[errors], what, id, first, stride, bits of failing);
void emitReport(LoopContext& c, Report what, std::int64_t id, Value* first, Value* stride,
                Value* failing) {
  Builder& b = c.b;
  const auto width = static_cast<unsigned>(lanesOf(failing));
  Value* bits = b.CreateBitCast(failing, b.getIntNTy(width));
  BasicBlock *report = c.block("report"), *go = c.block("go");
  b.CreateCondBr(b.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0)), report, go,
                 llvm::MDBuilder(b.getContext()).createBranchWeights(1, 1 << 20));
  b.SetInsertPoint(report);
  Value* sink = c.slot(c.unit.layout.errors, b.getPtrTy());
  b.CreateCall(reportFunction(c.unit, b), {sink, c.i64(static_cast<std::int64_t>(what)), c.i64(id),
                                           first, stride, b.CreateZExt(bits, b.getInt64Ty())});
  b.CreateBr(go);
  b.SetInsertPoint(go);
}

}  // namespace parax::codegen::host
