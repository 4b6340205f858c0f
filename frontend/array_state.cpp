// Life of array states: a thread-local free list, sharing, deep copies, allocation.
#include "frontend/array_state.h"

#include <cstring>
#include <limits>
#include <new>

#include "frontend/messages.h"
#include "frontend/recording/recorder.h"
#include "runtime/counters.h"

namespace parax::detail {
namespace {

// States die and are born at every operation: a short list per thread saves the allocator's time.
class StatePool {
 public:
  ~StatePool() {
    for (int k = 0; k < count_; ++k) ::operator delete(free_[k]);
    count_ = -1;  // a state released later, during thread exit, goes to the allocator
  }
  void* take() { return count_ > 0 ? free_[--count_] : ::operator new(sizeof(ArrayState)); }
  void give(void* memory) {
    if (count_ >= 0 && count_ < capacity) free_[count_++] = memory;
    else ::operator delete(memory);
  }

 private:
  static constexpr int capacity = 256;
  void* free_[capacity];
  int count_ = 0;
};
thread_local StatePool pool;

ArrayState* deepCopy(const ArrayState& state) {
  ArrayState* copy = newState(state.type, state.shapeSpan());
  Handle guard(copy);
  copy->bits = state.bits;
  if (state.rank > 0) {
    copy->buffer = runtime::Buffer::allocate(state.buffer->bytes());
    if (state.buffer->bytes() > 0)
      std::memcpy(copy->buffer->data(), state.buffer->data(), state.buffer->bytes());
  }
  copy->references.fetch_add(1, std::memory_order_relaxed);  // survives the guard
  return copy;
}

}  // namespace

ArrayState* newState(ElementType type, std::span<const std::int64_t> extents) {
  auto* state = new (pool.take()) ArrayState;
  state->type = type;
  state->rank = static_cast<std::uint8_t>(extents.size());
  for (std::size_t d = 0; d < extents.size(); ++d) state->extents[d] = extents[d];
  state->madeIn = Recorder::currentSerial();
  return state;
}

ArrayState* Handle::share(ArrayState* state) {
  if (!state) return nullptr;
  if (state->pinned) return deepCopy(*state);
  state->references.fetch_add(1, std::memory_order_relaxed);
  return state;
}

void Handle::release(ArrayState* state) noexcept {
  if (state->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (state->recorder) state->recorder->forget(*state);
  state->~ArrayState();
  pool.give(state);
}

std::size_t checkedBytes(ElementType type, std::span<const std::int64_t> extents,
                         const SourceLocation& where) {
  std::size_t bytes = sizeOf(type);
  bool empty = false, overflow = false;
  for (std::int64_t extent : extents) {
    if (extent < 0)
      throw ShapeError("the shape " + shapeText(extents) + " has a negative extent", where);
    empty |= extent == 0;
    overflow |= __builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes);
  }
  if (empty) return 0;
  if (overflow || bytes > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()))
    throw ShapeError("the shape " + shapeText(extents) + " of " + std::string(name(type)) +
                         " needs more bytes than a 64-bit size can count",
                     where);
  return bytes;
}

Handle allocateArray(ElementType type, std::span<const std::int64_t> extents,
                     const SourceLocation& where) {
  const std::size_t bytes = checkedBytes(type, extents, where);
  Handle handle(newState(type, extents));
  if (extents.empty()) return handle;
  try {
    handle.state()->buffer = runtime::Buffer::allocate(bytes);
  } catch (const std::bad_alloc&) {
    throw MemoryError("out of memory: " + shapeText(extents) + " of " + std::string(name(type)) +
                          " needs " + std::to_string(bytes) + " bytes",
                      where);
  }
  return handle;
}

void requireValue(const ArrayState& state, const SourceLocation& where) {
  if (state.lost)
    throw ArgumentError("this array has no value: the accelerated call that computes it failed",
                        where);
}

void materialize(const ArrayState& state, const SourceLocation& where) {
  if (state.traced()) Recorder::require(state, where).flush(where);
  requireValue(state, where);
}

}  // namespace parax::detail
