// The state behind a Handle: a concrete array in memory, a number, or a node of a recording.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "frontend/thread_context.h"
#include "parax/core/handle.h"
#include "runtime/buffer.h"

namespace parax::detail {

struct ArrayState {
  std::atomic<std::int32_t> references{1};
  ElementType type;
  std::uint8_t rank = 0;
  bool pinned = false;           // its memory was handed out for writing: copies are deep
  bool lost = false;             // the call that should have computed it failed
  bool inReduce = false;         // lost, because it was made in the function of a reduction
  std::int32_t node = 0;         // traced: the operation in the recording, or ~slot of an input
  std::int32_t shape = 0;        // traced: the recorder's number of the symbolic shape
  Recorder* recorder = nullptr;  // not null: traced, not computed yet
  std::uint64_t madeIn = 0;      // the recording during which it was made; 0: outside
  std::uint64_t product = 0;     // the number of the product that it is; 0: it is none
  std::uint64_t bits = 0;        // concrete number
  runtime::BufferRef buffer;     // anything else that is concrete
  std::int64_t extents[maxRank];

  std::span<const std::int64_t> shapeSpan() const { return {extents, rank}; }
  std::int64_t elements() const {
    std::int64_t count = 1;
    for (int d = 0; d < rank; ++d) count *= extents[d];
    return count;
  }
  bool traced() const { return recorder != nullptr; }
  bool isInline() const { return isInlineScalar(type, rank); }  // held in `bits`
  const void* memory() const { return isInline() ? &bits : buffer->data(); }
  Scalar scalar() const { return Scalar{type, bits}; }
  bool shared() const { return references.load(std::memory_order_acquire) > 1; }
};

// An operand whose type is settled: an array or value, or a number.
struct TypedOperand {
  const ArrayState* array = nullptr;
  Scalar number{};
};

// A state with one reference, to be adopted by a Handle; extents are copied, buffer is empty.
ArrayState* newState(ElementType type, std::span<const std::int64_t> extents);
ArrayState* newState(ElementType type, std::span<const std::int64_t> extents,
                     ThreadContext& thread);

// One more reference to this very array, also if its memory was handed out for writing.
inline Handle retained(const ArrayState& state) noexcept {
  auto& same = const_cast<ArrayState&>(state);
  same.references.fetch_add(1, std::memory_order_relaxed);
  return Handle(&same);
}

// A concrete array with fresh memory. MemoryError and
// ShapeError (byte count overflows) name `where`.
Handle allocateArray(ElementType type, std::span<const std::int64_t> extents,
                     const SourceLocation& where);

// The bytes of an array; ShapeError if negative or if the number does not fit.
std::size_t checkedBytes(ElementType type, std::span<const std::int64_t> extents,
                         const SourceLocation& where);

// Memory that was handed out for writing stays with its variable: `own`, which holds it, takes over
// the variable's elements and its place, if the shapes agree.
void keepMemory(Handle& variable, Handle own) noexcept;

// ArgumentError if the call that should have computed the array failed.
void requireValue(const ArrayState& state, const SourceLocation& where);

// Runs what was recorded if `state` is traced, so that its memory can be read.
void materialize(const ArrayState& state, const SourceLocation& where);

// The array of an operand that is one; ArgumentError if it was moved from.
inline const ArrayState& stateOf(const Operand& operand, const SourceLocation& where) {
  if (!operand.array) throw ArgumentError("an array was used that had been moved from", where);
  return *operand.array;
}

}  // namespace parax::detail
