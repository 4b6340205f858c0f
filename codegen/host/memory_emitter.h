// Loads and stores of one vector: contiguous, broadcast, strided; masked, streaming, checked.
#pragma once

#include "codegen/host/loop_context.h"

namespace parax::codegen::host {

// The first `count` lanes (1 to all).
llvm::Value* emitTailMask(LoopContext& c, llvm::Value* count);

// The fields of the elements of an access, one vector each; a scalar type is one field.
using Fields = llvm::SmallVector<llvm::Value*, maxFields>;
Fields emitLoad(LoopContext& c, int access, const Row& row, const Place& place);
void emitStore(LoopContext& c, int access, const Row& row, const Place& place,
               const Fields& fields);
// One field only.
void emitFieldStore(LoopContext& c, int access, int field, const Row& row, const Place& place,
                    llvm::Value* value);

// A field of the one element that a whole row meets, as a scalar; some value if `mask` is false.
llvm::Value* emitRowLoad(LoopContext& c, int access, int field, const Row& row,
                         llvm::Value* mask = nullptr);

// One field, index by index. `x` are the instruction's operands.
llvm::Value* emitGeneralLoad(LoopContext& c, const ir::Inst& inst, const Row& row,
                             const Place& place, llvm::ArrayRef<llvm::Value*> x);
void emitGeneralStore(LoopContext& c, const ir::Inst& inst, const Row& row, const Place& place,
                      llvm::ArrayRef<llvm::Value*> x);
// The same before the loop, as a scalar.
llvm::Value* emitHoistedLoad(LoopContext& c, const ir::Inst& inst, llvm::ArrayRef<llvm::Value*> x,
                             llvm::Value* mask);

// Whether stores of this access can bypass the caches when they are aligned to a whole vector.
bool canStream(const LoopContext& c, int access);

}  // namespace parax::codegen::host
