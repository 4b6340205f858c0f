// Error reports: a rarely taken branch to one helper per module.
#include "codegen/host/report_emitter.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>

#include "ir/failure.h"

namespace parax::codegen::host {

using llvm::BasicBlock;
using llvm::Value;

namespace {

static_assert(static_cast<int>(Report::Kind::division) ==
                  static_cast<int>(ir::FailureKind::division) &&
              static_cast<int>(Report::Kind::index) == static_cast<int>(ir::FailureKind::index));

// static void parax_report(FailureRecord* r, int64_t kind, int64_t id, int64_t at, int64_t index,
//                          int64_t extent) {
//   if (kind != bounds && (r->ordinal, r->point) <= (id, at)) return;   // without the lock
//   while (!compareExchange(r->lock, 0, 1)) pause;
//   if (kind == bounds) { if (r->brokenBuffer < 0) r->broken = {id, at}; }
//   else if ((id, at) < (r->ordinal, r->point)) *r = {kind, id, at, index, extent};
//   r->lock = 0;
// }
// The point is written before the ordinal and read after it: whoever sees an ordinal sees its point
// or a smaller one.
class ReportFunction {
 public:
  ReportFunction(ModuleContext& unit, Builder& outer)
      : b_(outer.getContext()), i64_(b_.getInt64Ty()) {
    auto* type = llvm::FunctionType::get(b_.getVoidTy(),
                                         {b_.getPtrTy(), i64_, i64_, i64_, i64_, i64_}, false);
    f_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, unit.module);
    f_->addFnAttr(llvm::Attribute::Cold);
    f_->addFnAttr(llvm::Attribute::NoInline);
  }

  static constexpr const char* name = "parax_report";

  llvm::Function* emit() {
    BasicBlock *entry = block("entry"), *acquire = block("acquire"), *wait = block("wait"),
               *locked = block("locked"), *unlock = block("unlock"), *done = block("done");
    BasicBlock *bounds = block("bounds"), *element = block("element");
    b_.SetInsertPoint(entry);
    Value* isBounds = b_.CreateICmpEQ(
        f_->getArg(1), b_.getInt64(static_cast<std::uint64_t>(Report::Kind::bounds)));
    b_.CreateCondBr(b_.CreateOr(isBounds, isSmaller()), acquire, done);
    b_.SetInsertPoint(acquire);
    Value* taken = b_.CreateAtomicCmpXchg(
        field(offsetof(FailureRecord, lock)), b_.getInt32(0), b_.getInt32(1), llvm::MaybeAlign(4),
        llvm::AtomicOrdering::Acquire, llvm::AtomicOrdering::Monotonic);
    b_.CreateCondBr(b_.CreateExtractValue(taken, 1), locked, wait);
    b_.SetInsertPoint(wait);
    b_.CreateIntrinsic(llvm::Intrinsic::x86_sse2_pause, {}, {});
    b_.CreateBr(acquire);
    b_.SetInsertPoint(locked);
    b_.CreateCondBr(isBounds, bounds, element);
    emitBounds(bounds, unlock);
    emitElement(element, unlock);
    b_.SetInsertPoint(unlock);
    b_.CreateAlignedStore(b_.getInt32(0), field(offsetof(FailureRecord, lock)), llvm::Align(4))
        ->setAtomic(llvm::AtomicOrdering::Release);
    b_.CreateBr(done);
    b_.SetInsertPoint(done);
    b_.CreateRetVoid();
    return f_;
  }

 private:
  BasicBlock* block(const char* label) { return BasicBlock::Create(f_->getContext(), label, f_); }
  Value* field(std::size_t offset) {
    return b_.CreateConstGEP1_64(b_.getInt8Ty(), f_->getArg(0), offset);
  }
  Value* load(std::size_t offset, llvm::AtomicOrdering ordering) {
    llvm::LoadInst* value = b_.CreateAlignedLoad(i64_, field(offset), llvm::Align(8));
    value->setAtomic(ordering);
    return value;
  }
  void store(Value* value, std::size_t offset, llvm::AtomicOrdering ordering) {
    b_.CreateAlignedStore(value, field(offset), llvm::Align(8))->setAtomic(ordering);
  }

  // (id, at) < (ordinal, point)
  Value* isSmaller() {
    Value* ordinal = load(offsetof(FailureRecord, ordinal), llvm::AtomicOrdering::Acquire);
    Value* point = load(offsetof(FailureRecord, point), llvm::AtomicOrdering::Monotonic);
    Value *id = f_->getArg(2), *at = f_->getArg(3);
    return b_.CreateOr(b_.CreateICmpSLT(id, ordinal),
                       b_.CreateAnd(b_.CreateICmpEQ(id, ordinal), b_.CreateICmpSLT(at, point)));
  }

  void emitBounds(BasicBlock* from, BasicBlock* to) {
    BasicBlock* first = block("firstBroken");
    b_.SetInsertPoint(from);
    Value* known = load(offsetof(FailureRecord, brokenBuffer), llvm::AtomicOrdering::Monotonic);
    b_.CreateCondBr(b_.CreateICmpSLT(known, b_.getInt64(0)), first, to);
    b_.SetInsertPoint(first);
    store(f_->getArg(3), offsetof(FailureRecord, brokenElement), llvm::AtomicOrdering::Monotonic);
    store(f_->getArg(2), offsetof(FailureRecord, brokenBuffer), llvm::AtomicOrdering::Monotonic);
    b_.CreateBr(to);
  }

  void emitElement(BasicBlock* from, BasicBlock* to) {
    BasicBlock* smaller = block("smaller");
    b_.SetInsertPoint(from);
    b_.CreateCondBr(isSmaller(), smaller, to);
    b_.SetInsertPoint(smaller);
    b_.CreateAlignedStore(b_.CreateTrunc(f_->getArg(1), b_.getInt32Ty()),
                          field(offsetof(FailureRecord, kind)), llvm::Align(4));
    b_.CreateAlignedStore(f_->getArg(4), field(offsetof(FailureRecord, detail)), llvm::Align(8));
    b_.CreateAlignedStore(f_->getArg(5), field(offsetof(FailureRecord, detail) + 8),
                          llvm::Align(8));
    store(f_->getArg(3), offsetof(FailureRecord, point), llvm::AtomicOrdering::Monotonic);
    store(f_->getArg(2), offsetof(FailureRecord, ordinal), llvm::AtomicOrdering::Release);
    b_.CreateBr(to);
  }

  Builder b_;
  llvm::Type* i64_;
  llvm::Function* f_;
};

llvm::Function* reportFunction(ModuleContext& unit, Builder& outer) {
  if (llvm::Function* f = unit.module.getFunction(ReportFunction::name)) return f;
  return ReportFunction(unit, outer).emit();
}

}  // namespace

// if (any lane of failing) {
//   lane = the first one
//   parax_report(slots[errors], kind, id, first + lane * stride, index[lane], extent)
// }
void emitReport(LoopContext& c, const Report& report, Value* failing) {
  Builder& b = c.b;
  const auto width = static_cast<unsigned>(lanesOf(failing));
  Value* bits = b.CreateBitCast(failing, b.getIntNTy(width));
  BasicBlock *cold = c.block("report"), *go = c.block("go");
  b.CreateCondBr(b.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0)), cold, go,
                 llvm::MDBuilder(b.getContext()).createBranchWeights(1, 1 << 20));
  b.SetInsertPoint(cold);
  Value* lane = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, b.CreateZExt(bits, b.getInt64Ty()),
                                        b.getTrue());
  Value* at = b.CreateAdd(report.first, b.CreateMul(lane, report.stride));
  Value* index = report.index ? report.index : c.i64(0);
  if (lanesOf(index) > 1) index = b.CreateExtractElement(index, lane);
  if (report.kind == Report::Kind::bounds && report.index) at = index;
  b.CreateCall(
      reportFunction(c.unit, b),
      {c.slot(c.unit.layout.errors, b.getPtrTy()), c.i64(static_cast<std::int64_t>(report.kind)),
       c.i64(report.id), at, index, report.extent ? report.extent : c.i64(0)});
  b.CreateBr(go);
  b.SetInsertPoint(go);
}

}  // namespace parax::codegen::host
