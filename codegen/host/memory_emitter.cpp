// Memory accesses. In registers a bool is i1, in memory a byte; everything else has one form.
#include "codegen/host/memory_emitter.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/host/report_emitter.h"

namespace parax::codegen::host {

using llvm::Value;

namespace {

llvm::Constant* laneNumbers(llvm::Type* scalar, int lanes) {
  std::vector<llvm::Constant*> numbers;
  for (int k = 0; k < lanes; ++k)
    numbers.push_back(llvm::ConstantInt::get(scalar, static_cast<std::uint64_t>(k)));
  return llvm::ConstantVector::get(numbers);
}

llvm::Align elementAlign(ElementType type) { return llvm::Align(sizeOf(type)); }

// Elements from one lane to the next.
Value* laneStride(LoopContext& c, int access) {
  switch (c.plan.stride[access]) {
    case InnerStride::zero: return c.i64(0);
    case InnerStride::one: return c.i64(1);
    case InnerStride::other: return c.accesses[access].stride.back();
  }
  llvm_unreachable("inner stride");
}

// &base[column * stride]; a constant offset is added last, so that it becomes a displacement.
Value* firstAddress(LoopContext& c, int access, const Row& row, const Place& place) {
  Builder& b = c.b;
  llvm::Type* element = memoryType(b, c.accesses[access].type, 1);
  if (c.plan.stride[access] != InnerStride::one)
    return b.CreateGEP(element, row.base[access],
                       b.CreateMul(c.column(place), laneStride(c, access)));
  const bool walks = !place.pointers.empty() && place.pointers[static_cast<std::size_t>(access)];
  Value* address = walks ? place.pointers[static_cast<std::size_t>(access)]
                         : b.CreateGEP(element, row.base[access], place.column);
  return place.offset == 0 ? address : b.CreateGEP(element, address, c.i64(place.offset));
}

// One address per lane, for gathers and scatters.
Value* laneAddresses(LoopContext& c, int access, const Row& row, const Place& place) {
  Builder& b = c.b;
  llvm::Type* element = memoryType(b, c.accesses[access].type, 1);
  Value* step = b.CreateMul(splat(b, laneStride(c, access), c.lanes()),
                            laneNumbers(b.getInt64Ty(), c.lanes()));
  return b.CreateGEP(element, firstAddress(c, access, row, place), step);
}

// Checked code: lanes out of bounds are reported and taken out of the mask.
//   index = offset + (column + lane) * stride; bad = mask & index >=u elements
Value* emitCheck(LoopContext& c, int access, const Row& row, const Place& place) {
  Builder& b = c.b;
  Value* stride = laneStride(c, access);
  Value* first = b.CreateAdd(row.offset[access], b.CreateMul(c.column(place), stride));
  Value* index = first;
  if (c.lanes() > 1)
    index = b.CreateAdd(
        splat(b, first, c.lanes()),
        b.CreateMul(splat(b, stride, c.lanes()), laneNumbers(b.getInt64Ty(), c.lanes())));
  Value* good = b.CreateICmpULT(index, splat(b, c.accesses[access].elements, c.lanes()));
  Value* bad = b.CreateNot(good);
  if (place.mask) bad = b.CreateAnd(bad, place.mask);
  emitReport(c, Report::bounds, c.loop.accesses[access].buffer, first, stride, bad);
  return place.mask ? b.CreateAnd(good, place.mask) : good;
}

Value* allLanes(LoopContext& c) {
  return llvm::Constant::getAllOnesValue(registerType(c.b, ElementType::boolean, c.lanes()));
}

// A scalar access that a check refuses goes to a dummy element.
Value* scalarAddress(LoopContext& c, int access, const Row& row, Value* address) {
  if (!c.unit.options.checked) return address;
  Builder& b = c.b;
  Value* good = b.CreateICmpULT(row.offset[access], c.accesses[access].elements);
  emitReport(c, Report::bounds, c.loop.accesses[access].buffer, row.offset[access], c.i64(0),
             b.CreateNot(good));
  return b.CreateSelect(good, address, c.dummy);
}

// Only AVX-512 masks bytes and pairs of them; elsewhere LLVM would branch for every lane. The rest
// of a row then goes through an array on the stack, by memcpy.
bool copiesRest(const LoopContext& c, int access, const Place& place) {
  return place.mask && sizeOf(c.accesses[access].type) < 4 && c.unit.vectorBytes < 64 &&
         !c.unit.options.checked && c.plan.stride[access] == InnerStride::one;
}

Value* bytesOf(LoopContext& c, llvm::Type* vector, Value* count) {
  return c.b.CreateMul(count, c.i64(vector->getScalarSizeInBits() / 8));
}

Value* loadRest(LoopContext& c, llvm::Type* vector, Value* address, Value* count,
                Value* otherwise) {
  llvm::AllocaInst* array = c.stackArray(vector->getScalarType(), c.lanes());
  c.b.CreateStore(otherwise, array);
  c.b.CreateMemCpy(array, llvm::Align(1), address, llvm::Align(1), bytesOf(c, vector, count));
  return c.b.CreateLoad(vector, array);
}

void storeRest(LoopContext& c, Value* value, Value* address, Value* count) {
  llvm::Type* vector = value->getType();
  llvm::AllocaInst* array = c.stackArray(vector->getScalarType(), c.lanes());
  c.b.CreateStore(value, array);
  c.b.CreateMemCpy(address, llvm::Align(1), array, llvm::Align(1), bytesOf(c, vector, count));
}

}  // namespace

Value* emitTailMask(LoopContext& c, Value* count) {
  Builder& b = c.b;
  const unsigned bits = static_cast<unsigned>(8 * c.unit.vectorBytes / c.lanes());
  llvm::Type* scalar = b.getIntNTy(bits);
  return b.CreateICmpULT(laneNumbers(scalar, c.lanes()),
                         splat(b, b.CreateTrunc(count, scalar), c.lanes()));
}

Value* emitRowLoad(LoopContext& c, int access, const Row& row) {
  const ElementType type = c.accesses[access].type;
  Value* address = scalarAddress(c, access, row, row.base[access]);
  Value* raw = c.b.CreateAlignedLoad(memoryType(c.b, type, 1), address, elementAlign(type));
  return fromMemory(c.b, type, raw);
}

// Inactive lanes hold 1: no slow path of a math function, no division by zero.
//   %v = load <8 x double>, ptr %p, align 8
//   %v = call <8 x double> @llvm.masked.load(ptr %p, i32 8, <8 x i1> %mask, <8 x double> splat
//   (1.0))
Value* emitLoad(LoopContext& c, int access, const Row& row, const Place& place) {
  if (c.lanes() == 1) return emitRowLoad(c, access, row);
  Builder& b = c.b;
  const ElementType type = c.accesses[access].type;
  llvm::Type* vector = memoryType(b, type, c.lanes());
  Value* mask = c.unit.options.checked ? emitCheck(c, access, row, place) : place.mask;
  llvm::Constant* one =
      isFloating(type) ? llvm::ConstantFP::get(vector, 1.0) : llvm::ConstantInt::get(vector, 1);
  Value* raw;
  if (c.plan.stride[access] != InnerStride::one)
    raw = b.CreateMaskedGather(vector, laneAddresses(c, access, row, place), elementAlign(type),
                               mask ? mask : allLanes(c), one);
  else if (copiesRest(c, access, place))
    raw = loadRest(c, vector, firstAddress(c, access, row, place), place.count, one);
  else if (mask)
    raw = b.CreateMaskedLoad(vector, firstAddress(c, access, row, place), elementAlign(type), mask,
                             one);
  else
    raw = b.CreateAlignedLoad(vector, firstAddress(c, access, row, place), elementAlign(type));
  return fromMemory(b, type, raw);
}

//   store <8 x double> %v, ptr %p, align 8
//   store <8 x double> %v, ptr %p, align 64, !nontemporal !{i32 1}
//   call void @llvm.masked.store(<8 x double> %v, ptr %p, i32 8, <8 x i1> %mask)
void emitStore(LoopContext& c, int access, const Row& row, const Place& place, Value* value) {
  Builder& b = c.b;
  const ElementType type = c.accesses[access].type;
  Value* raw = toMemory(b, type, value);
  if (c.lanes() == 1) {
    b.CreateAlignedStore(raw, scalarAddress(c, access, row, row.base[access]), elementAlign(type));
    return;
  }
  Value* mask = c.unit.options.checked ? emitCheck(c, access, row, place) : place.mask;
  if (c.plan.stride[access] != InnerStride::one) {
    b.CreateMaskedScatter(raw, laneAddresses(c, access, row, place), elementAlign(type),
                          mask ? mask : allLanes(c));
    return;
  }
  Value* address = firstAddress(c, access, row, place);
  if (copiesRest(c, access, place)) {
    storeRest(c, raw, address, place.count);
  } else if (mask) {
    b.CreateMaskedStore(raw, address, elementAlign(type), mask);
  } else if (place.streaming && canStream(c, access)) {
    const llvm::Align whole(static_cast<std::uint64_t>(c.lanes()) * sizeOf(type));
    llvm::StoreInst* store = b.CreateAlignedStore(raw, address, whole);
    store->setMetadata(
        llvm::LLVMContext::MD_nontemporal,
        llvm::MDNode::get(b.getContext(), llvm::ConstantAsMetadata::get(b.getInt32(1))));
  } else {
    b.CreateAlignedStore(raw, address, elementAlign(type));
  }
}

bool canStream(const LoopContext& c, int access) {
  return c.plan.stride[access] == InnerStride::one &&
         static_cast<std::size_t>(c.plan.lanes) * sizeOf(c.accesses[access].type) >= 16;
}

}  // namespace parax::codegen::host
