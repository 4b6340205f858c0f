// Memory accesses. In registers a bool is i1, in memory a byte; the fields of a product type are a
// vector each in registers, and lie next to each other in memory; everything else has one form.
#include "codegen/host/memory_emitter.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "codegen/host/index_emitter.h"
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

llvm::Align elementAlign(ElementType type) { return llvm::Align(sizeOf(fieldType(type))); }

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

// Checked code: lanes out of bounds are reported and removed from the mask.
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
  emitReport(c, {Report::Kind::bounds, c.loop.body().accesses[access].buffer, first, stride}, bad);
  return place.mask ? b.CreateAnd(good, place.mask) : good;
}

Value* allLanes(LoopContext& c) {
  return llvm::Constant::getAllOnesValue(registerType(c.b, ElementType::boolean, c.lanes()));
}

// The lanes of a mask whose elements the buffer has; checked code reports the others.
Value* checkedLanes(LoopContext& c, int access, Value* offset, Value* mask) {
  if (!c.unit.options.checked) return mask;
  Builder& b = c.b;
  Value* good = b.CreateICmpULT(offset, splat(b, c.accesses[access].elements, lanesOf(offset)));
  Value* bad = b.CreateNot(good);
  if (mask) bad = b.CreateAnd(bad, mask);
  emitReport(
      c, {Report::Kind::bounds, c.loop.body().accesses[access].buffer, c.i64(0), c.i64(0), offset},
      bad);
  return mask ? b.CreateAnd(good, mask) : good;
}

// A scalar access that shall not happen, or that a check refuses, goes to a dummy element.
Value* scalarAddress(LoopContext& c, int access, Value* offset, Value* address, Value* mask) {
  Value* good = checkedLanes(c, access, offset, mask);
  return good ? c.b.CreateSelect(good, address, c.dummy) : address;
}

llvm::Constant* onesOf(llvm::Type* vector) {
  return vector->isFPOrFPVectorTy() ? llvm::ConstantFP::get(vector, 1.0)
                                    : llvm::ConstantInt::get(vector, 1);
}

// ---- product types: memory holds a, b, a, b, ...; registers hold a, a, ... and b, b, ... ----

Value* fieldAddress(LoopContext& c, ElementType type, Value* element, int field) {
  if (field == 0) return element;
  return c.b.CreateGEP(memoryType(c.b, fieldType(type), 1), element, c.i64(field));
}

Value* fieldOf(LoopContext& c, ElementType type, Value* elements, int field) {
  if (!isProduct(type)) return elements;
  return c.b.CreateShuffleVector(
      elements,
      llvm::createStrideMask(static_cast<unsigned>(field), static_cast<unsigned>(fieldCount(type)),
                             static_cast<unsigned>(c.lanes())));
}

Value* elementsOf(LoopContext& c, const Fields& fields) {
  if (fields.size() == 1) return fields[0];
  return c.b.CreateShuffleVector(llvm::concatenateVectors(c.b, fields),
                                 llvm::createInterleaveMask(static_cast<unsigned>(c.lanes()),
                                                            static_cast<unsigned>(fields.size())));
}

// The mask of a vector of whole elements.
Value* forFields(LoopContext& c, ElementType type, Value* mask) {
  if (!isProduct(type)) return mask;
  return c.b.CreateShuffleVector(mask,
                                 llvm::createReplicatedMask(static_cast<unsigned>(fieldCount(type)),
                                                            static_cast<unsigned>(c.lanes())));
}

// Only AVX-512 masks bytes and pairs of them; elsewhere LLVM would branch for every lane. The rest
// of a row then goes through an array on the stack, by memcpy.
bool copiesRest(const LoopContext& c, int access, const Place& place) {
  return place.mask && place.count && sizeOf(c.accesses[access].type) < 4 &&
         c.unit.vectorBytes < 64 && !c.unit.options.checked &&
         c.plan.stride[access] == InnerStride::one;
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
  const unsigned bits = static_cast<unsigned>(std::min(64, 8 * c.unit.vectorBytes / c.lanes()));
  llvm::Type* scalar = b.getIntNTy(bits);
  return b.CreateICmpULT(laneNumbers(scalar, c.lanes()),
                         splat(b, b.CreateTrunc(count, scalar), c.lanes()));
}

Value* emitRowLoad(LoopContext& c, int access, int field, const Row& row, Value* mask) {
  const ElementType type = c.accesses[access].type, scalar = fieldType(type);
  Value* element = scalarAddress(c, access, row.offset[access], row.base[access], mask);
  Value* raw = c.b.CreateAlignedLoad(memoryType(c.b, scalar, 1),
                                     fieldAddress(c, type, element, field), elementAlign(type));
  return fromMemory(c.b, scalar, raw);
}

// Inactive lanes hold 1: no slow path of a math function, no division by zero.
//   %v = load <8 x double>, ptr %p, align 8
//   %v = call <8 x double> @llvm.masked.load(ptr %p, i32 8, <8 x i1> %mask,
//                                            <8 x double> splat (1.0))
Fields emitLoad(LoopContext& c, int access, const Row& row, const Place& place) {
  Builder& b = c.b;
  const ElementType type = c.accesses[access].type, scalar = fieldType(type);
  const int fields = fieldCount(type);
  Fields result;
  if (c.lanes() == 1) {
    for (int k = 0; k < fields; ++k) result.push_back(emitRowLoad(c, access, k, row, place.mask));
    return result;
  }
  if (c.plan.stride[access] == InnerStride::zero && !place.maybeNone && !c.unit.options.checked) {
    for (int k = 0; k < fields; ++k)
      result.push_back(splat(b, emitRowLoad(c, access, k, row), c.lanes()));
    return result;
  }
  Value* mask = c.unit.options.checked ? emitCheck(c, access, row, place) : place.mask;
  if (c.plan.stride[access] != InnerStride::one) {
    llvm::Type* vector = memoryType(b, scalar, c.lanes());
    Value* addresses = laneAddresses(c, access, row, place);
    for (int k = 0; k < fields; ++k)
      result.push_back(fromMemory(
          b, scalar,
          b.CreateMaskedGather(vector, fieldAddress(c, type, addresses, k), elementAlign(type),
                               mask ? mask : allLanes(c), onesOf(vector))));
    return result;
  }
  llvm::Type* vector = memoryType(b, scalar, c.lanes() * fields);
  Value* address = firstAddress(c, access, row, place);
  Value* raw;
  if (copiesRest(c, access, place))
    raw = loadRest(c, vector, address, place.count, onesOf(vector));
  else if (mask)
    raw = b.CreateMaskedLoad(vector, address, elementAlign(type), forFields(c, type, mask),
                             onesOf(vector));
  else
    raw = b.CreateAlignedLoad(vector, address, elementAlign(type));
  for (int k = 0; k < fields; ++k)
    result.push_back(fromMemory(b, scalar, fieldOf(c, type, raw, k)));
  return result;
}

//   store <8 x double> %v, ptr %p, align 8
//   store <8 x double> %v, ptr %p, align 64, !nontemporal !{i32 1}
//   call void @llvm.masked.store(<8 x double> %v, ptr %p, i32 8, <8 x i1> %mask)
void emitStore(LoopContext& c, int access, const Row& row, const Place& place,
               const Fields& fields) {
  Builder& b = c.b;
  const ElementType type = c.accesses[access].type;
  Fields raw;
  for (Value* field : fields) raw.push_back(toMemory(b, fieldType(type), field));
  if (c.lanes() == 1) {
    Value* element = scalarAddress(c, access, row.offset[access], row.base[access], place.mask);
    for (std::size_t k = 0; k < raw.size(); ++k)
      b.CreateAlignedStore(raw[k], fieldAddress(c, type, element, static_cast<int>(k)),
                           elementAlign(type));
    return;
  }
  Value* mask = c.unit.options.checked ? emitCheck(c, access, row, place) : place.mask;
  if (c.plan.stride[access] != InnerStride::one) {
    Value* addresses = laneAddresses(c, access, row, place);
    for (std::size_t k = 0; k < raw.size(); ++k)
      b.CreateMaskedScatter(raw[k], fieldAddress(c, type, addresses, static_cast<int>(k)),
                            elementAlign(type), mask ? mask : allLanes(c));
    return;
  }
  Value* address = firstAddress(c, access, row, place);
  Value* elements = elementsOf(c, raw);
  if (copiesRest(c, access, place)) {
    storeRest(c, elements, address, place.count);
  } else if (mask) {
    b.CreateMaskedStore(elements, address, elementAlign(type), forFields(c, type, mask));
  } else if (place.streaming && canStream(c, access)) {
    const llvm::Align whole(static_cast<std::uint64_t>(c.lanes()) * sizeOf(type));
    llvm::StoreInst* store = b.CreateAlignedStore(elements, address, whole);
    store->setMetadata(
        llvm::LLVMContext::MD_nontemporal,
        llvm::MDNode::get(b.getContext(), llvm::ConstantAsMetadata::get(b.getInt32(1))));
  } else {
    b.CreateAlignedStore(elements, address, elementAlign(type));
  }
}

void emitFieldStore(LoopContext& c, int access, int field, const Row& row, const Place& place,
                    Value* value) {
  const ElementType type = c.accesses[access].type;
  Value* raw = toMemory(c.b, fieldType(type), value);
  if (c.lanes() == 1) {
    Value* element = scalarAddress(c, access, row.offset[access], row.base[access], place.mask);
    c.b.CreateAlignedStore(raw, fieldAddress(c, type, element, field), elementAlign(type));
    return;
  }
  Value* mask = c.unit.options.checked ? emitCheck(c, access, row, place) : place.mask;
  Value* addresses = fieldAddress(c, type, laneAddresses(c, access, row, place), field);
  c.b.CreateMaskedScatter(raw, addresses, elementAlign(type), mask ? mask : allLanes(c));
}

namespace {

// What a load gives where there is no element.
Value* otherwise(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x, int lanes) {
  if (hasConstantEdge(c.loop.body().accesses[inst.access])) return x.back();
  return llvm::Constant::getNullValue(registerType(c.b, inst.type, lanes));
}

Value* emitFoundLoad(LoopContext& c, const ir::Inst& inst, const LaneElements& found, Value* mask,
                     llvm::ArrayRef<Value*> x) {
  Builder& b = c.b;
  const ElementType type = c.accesses[inst.access].type, scalar = fieldType(type);
  const int lanes = lanesOf(found.offset);
  if (found.outside) {
    Value* inside = b.CreateNot(found.outside);
    mask = mask ? b.CreateAnd(mask, inside) : inside;
  }
  Value* address =
      b.CreateGEP(memoryType(b, type, 1), c.accesses[inst.access].pointer, found.offset);
  llvm::Type* memory = memoryType(b, scalar, lanes);
  Value* raw;
  if (lanes == 1) {
    Value* element = scalarAddress(c, inst.access, found.offset, address, mask);
    raw =
        b.CreateAlignedLoad(memory, fieldAddress(c, type, element, inst.field), elementAlign(type));
  } else {
    Value* active = checkedLanes(c, inst.access, found.offset, mask);
    raw = b.CreateMaskedGather(memory, fieldAddress(c, type, address, inst.field),
                               elementAlign(type), active ? active : allLanes(c), onesOf(memory));
  }
  Value* value = fromMemory(b, scalar, raw);
  return found.outside ? b.CreateSelect(found.outside, otherwise(c, inst, x, lanes), value) : value;
}

}  // namespace

Value* emitGeneralLoad(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                       llvm::ArrayRef<Value*> x) {
  const LaneElements found = emitElements(c, inst, {&row, &place, place.mask, c.lanes()}, x);
  return emitFoundLoad(c, inst, found, place.mask, x);
}

Value* emitHoistedLoad(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<Value*> x,
                       Value* mask) {
  return emitFoundLoad(c, inst, emitElements(c, inst, {.mask = mask}, x), mask, x);
}

void emitGeneralStore(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                      llvm::ArrayRef<Value*> x) {
  Builder& b = c.b;
  const ElementType type = c.accesses[inst.access].type;
  const LaneElements found =
      emitElements(c, inst, {&row, &place, place.mask, c.lanes()}, x.drop_front());
  Value* mask = place.mask;
  if (found.outside) {
    Value* inside = b.CreateNot(found.outside);
    mask = mask ? b.CreateAnd(mask, inside) : inside;
  }
  Value* address =
      b.CreateGEP(memoryType(b, type, 1), c.accesses[inst.access].pointer, found.offset);
  Value* raw = toMemory(b, fieldType(type), x[0]);
  if (c.lanes() == 1) {
    Value* element = scalarAddress(c, inst.access, found.offset, address, mask);
    b.CreateAlignedStore(raw, fieldAddress(c, type, element, inst.field), elementAlign(type));
    return;
  }
  mask = checkedLanes(c, inst.access, found.offset, mask);
  b.CreateMaskedScatter(raw, fieldAddress(c, type, address, inst.field), elementAlign(type),
                        mask ? mask : allLanes(c));
}

bool canStream(const LoopContext& c, int access) {
  return c.plan.stride[access] == InnerStride::one &&
         static_cast<std::size_t>(c.plan.lanes) * sizeOf(c.accesses[access].type) >= 16;
}

}  // namespace parax::codegen::host
