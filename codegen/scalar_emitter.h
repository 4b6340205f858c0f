// One pointwise operation on values of any number of lanes, as LLVM IR. Shared by all back ends.
//
// The results are those of ir/scalar_ops.h to the last bit; nothing here knows about loops or
// memory, and the target only chooses between forms of the same result. Lanes are taken from the
// operands: a scalar or a fixed vector.
#pragma once

#include <cstdint>

#include <llvm/IR/IRBuilder.h>

#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::codegen {

using Builder = llvm::IRBuilder<>;

llvm::Type* registerType(Builder& b, ElementType type, int lanes);  // bool is i1
// bool is i8; one element of a product type is an array of its fields.
llvm::Type* memoryType(Builder& b, ElementType type, int lanes);
llvm::Value* toMemory(Builder& b, ElementType type, llvm::Value* value);
llvm::Value* fromMemory(Builder& b, ElementType type, llvm::Value* value);

int lanesOf(const llvm::Value* value);
llvm::Value* splat(Builder& b, llvm::Value* scalar, int lanes);
// `bits` as in parax::Scalar.
llvm::Constant* constantOf(Builder& b, ElementType type, std::uint64_t bits, int lanes);

// Every pointwise operation but math calls and integer division. `from` is the operands' type (that
// of the last two for select), `type` the result's.
llvm::Value* emitPointwise(Builder& b, Op op, ElementType type, ElementType from,
                           llvm::ArrayRef<llvm::Value*> operands);

// min and max of floats, faster; a NaN may lose its sign.
llvm::Value* emitMinMaxOfAnySign(Builder& b, Op op, llvm::Value* x, llvm::Value* y);

// Never traps: lanes with divisor zero are in `failing` and hold some value.
struct Division {
  llvm::Value* result;   // the quotient, or the remainder
  llvm::Value* failing;  // i1 per lane
};
Division emitDivision(Builder& b, Op op, ElementType type, llvm::Value* dividend,
                      llvm::Value* divisor);

}  // namespace parax::codegen
