// What the emitters of one loop share: the function being built and the values of its prologue.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "codegen/backend.h"
#include "codegen/host/loop_plan.h"
#include "codegen/scalar_emitter.h"
#include "ir/parallel.h"

namespace parax::codegen::host {

// One LLVM module per program.
struct ModuleContext {
  const ir::ParallelProgram& program;
  const Options& options;
  const SlotLayout& layout;
  llvm::Module& module;
  std::map<std::string, void*> externals;  // functions that the module calls
  int vectorBytes;
  bool prefetches;
};

// One access, after the prologue.
struct AccessValues {
  ElementType type;
  llvm::Value* pointer;              // first element of the buffer
  llvm::Value* start;                // index of the element that the loop's first point means
  std::vector<llvm::Value*> stride;  // per walked dimension, in elements; null: not indexed by it
  llvm::Value* elements = nullptr;   // of the buffer; checked code only
  // Not of affine accesses: per dimension of the buffer.
  std::vector<llvm::Value*> extent = {}, unit = {};  // unit: elements from one index to the next
  std::vector<llvm::Value*> shift = {};              // null: none
  llvm::Value* turnStride = nullptr;                 // elements from turn to turn; null: none
  // A local that is a ring: (index along the walked dimension + first) % size * stride.
  struct Ring {
    int dim = -1;
    llvm::Value *first = nullptr, *size = nullptr, *stride = nullptr;
  } ring = {};
};

// One row of the nest: the points that differ in the innermost walked dimension ("column") only.
struct Row {
  llvm::Value* first;                // number of the point in column 0
  std::vector<llvm::Value*> index;   // of the outer walked dimensions
  std::vector<llvm::Value*> base;    // per access: address of the element in column 0
  std::vector<llvm::Value*> offset;  // per access: its index in the buffer; checked code only
  std::vector<llvm::Value*>
      value;  // per instruction: broadcast, if it is the same for the whole row
  // Loops with edges. Per access: whether what a whole row meets is inside; null: always. In the
  // columns from `insideFrom` up to `insideTo` all accesses that split rows are.
  std::vector<llvm::Value*> isInside = {};
  llvm::Value *insideFrom = nullptr, *insideTo = nullptr;
};

// One vector of points of a row: columns `column + offset` and following.
struct Place {
  llvm::Value* column;
  std::int64_t offset = 0;
  llvm::Value* mask = nullptr;   // active lanes; null: all
  llvm::Value* count = nullptr;  // with a mask: how many lanes are active, the first ones
  bool streaming = false;
  std::span<llvm::Value* const> pointers = {};  // per access: its element in `column`, or null
  bool inside = false;     // accesses that split rows are inside of their buffers
  bool maybeNone = false;  // the mask may be empty
};

struct LoopContext {
  ModuleContext& unit;
  const ir::Loop& loop;
  int number;
  const LoopPlan& plan;
  Builder& b;
  llvm::Function* function = nullptr;
  llvm::Value *begin = nullptr, *end = nullptr, *slots = nullptr, *flags = nullptr;
  std::vector<AccessValues> accesses = {};
  std::vector<llvm::Value*> extents = {};  // per walked dimension
  std::vector<llvm::Value*> lows = {};     // per loop dimension: its first index; null: 0
  std::vector<llvm::Value*> scalars = {};  // per instruction: hoisted ones
  std::vector<llvm::Value*> splats = {};   // the same, broadcast
  llvm::Value* turn = nullptr;             // of a stage that is repeated
  llvm::Value* dummy = nullptr;  // an element, where scalar accesses go that shall not happen

  int lanes() const { return plan.lanes; }
  llvm::ConstantInt* i64(std::int64_t value) {
    return b.getInt64(static_cast<std::uint64_t>(value));
  }
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(b.getContext(), name, function);
  }
  // Slots are constant during a call.
  llvm::Value* slot(int k, llvm::Type* type) {
    return b.CreateLoad(
        type, b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), slots, static_cast<unsigned>(k)));
  }
  llvm::AllocaInst* stackArray(llvm::Type* type, std::int64_t count) {
    llvm::BasicBlock& entry = function->getEntryBlock();
    Builder at(&entry, entry.begin());
    llvm::AllocaInst* array = at.CreateAlloca(type, i64(count));
    if (count > 1) array->setAlignment(llvm::Align(64));
    return array;
  }
  // The number of the first point of a place.
  llvm::Value* point(const Row& row, const Place& place) {
    return b.CreateAdd(row.first, column(place));
  }
  llvm::Value* column(const Place& place) {
    return place.offset == 0 ? place.column : b.CreateAdd(place.column, i64(place.offset));
  }
};

}  // namespace parax::codegen::host
