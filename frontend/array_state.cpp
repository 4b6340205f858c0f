// Life of array states: a thread-local free list, sharing, deep copies, allocation.
#include "frontend/array_state.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "frontend/messages.h"
#include "frontend/recording/recorder.h"

namespace parax::detail {
namespace {

// Small, because a library that dlopen loads finds little room for such variables.
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadContext context{};

struct PoolCleaner {
  ~PoolCleaner() {
    StatePool& pool = context.pool;
    pool.closed = true;
    for (; pool.count > 0; --pool.count)
      ::operator delete(std::exchange(pool.first, *static_cast<void**>(pool.first)));
  }
  void touch() {}
};
thread_local PoolCleaner cleaner;

[[gnu::noinline]] void registerPool(StatePool& pool) noexcept {
  pool.registered = true;
  cleaner.touch();
}

ArrayState* deepCopy(const ArrayState& state) {
  ArrayState* copy = newState(state.type, state.shapeSpan());
  Handle guard(copy);
  copy->madeIn = state.madeIn;  // a copy of an array from outside is one from outside
  copy->bits = state.bits;
  if (!state.isInline()) {
    copy->buffer = runtime::Buffer::allocate(state.buffer->bytes());
    if (state.buffer->bytes() > 0)
      std::memcpy(copy->buffer->data(), state.buffer->data(), state.buffer->bytes());
  }
  copy->references.fetch_add(1, std::memory_order_relaxed);  // survives the guard
  return copy;
}

}  // namespace

ThreadContext& threadContext() noexcept { return context; }

void* StatePool::take() {
  if (count == 0) return ::operator new(sizeof(ArrayState));
  --count;
  return std::exchange(first, *static_cast<void**>(first));
}

void StatePool::give(void* memory) noexcept {
  if (count == capacity || closed) return ::operator delete(memory);
  if (!registered) [[unlikely]]
    registerPool(*this);
  *static_cast<void**>(memory) = std::exchange(first, memory);
  ++count;
}

ArrayState* newState(ElementType type, std::span<const std::int64_t> extents) {
  return newState(type, extents, context);
}

ArrayState* newState(ElementType type, std::span<const std::int64_t> extents,
                     ThreadContext& thread) {
  auto* state = new (thread.pool.take()) ArrayState;
  state->type = type;
  state->rank = static_cast<std::uint8_t>(extents.size());
  for (std::size_t d = 0; d < extents.size(); ++d) state->extents[d] = extents[d];
  state->madeIn = thread.serial;
  ++thread.alive;
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
  if (state->madeIn == context.serial) --context.alive;
  state->~ArrayState();
  context.pool.give(state);
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
    throw ShapeError("the shape " + shapeText(extents) + " of " + typeWord(type) +
                         " needs more bytes than a 64-bit size can count",
                     where);
  return bytes;
}

Handle allocateArray(ElementType type, std::span<const std::int64_t> extents,
                     const SourceLocation& where) {
  const std::size_t bytes = checkedBytes(type, extents, where);
  Handle handle(newState(type, extents));
  if (handle.state()->isInline()) return handle;
  try {
    handle.state()->buffer = runtime::Buffer::allocate(bytes);
  } catch (const std::bad_alloc&) {
    throw MemoryError("out of memory: " + shapeText(extents) + " of " + typeWord(type) + " needs " +
                          std::to_string(bytes) + " bytes",
                      where);
  }
  return handle;
}

void keepMemory(Handle& variable, Handle own) noexcept {
  const ArrayState* from = variable.state();
  ArrayState& to = *own.state();
  if (!from || from == &to || !std::ranges::equal(from->shapeSpan(), to.shapeSpan())) return;
  if (to.isInline())
    to.bits = from->bits;
  else if (from->buffer != to.buffer && to.buffer->bytes() > 0)
    std::memcpy(to.buffer->data(), from->buffer->data(), to.buffer->bytes());
  variable = std::move(own);
}

void requireValue(const ArrayState& state, const SourceLocation& where) {
  if (state.inReduce)
    throw ArgumentError("a value that was made in the function of reduce was used after it", where);
  if (state.lost)
    throw ArgumentError("this array has no value: the accelerated call that computes it failed",
                        where);
}

void materialize(const ArrayState& state, const SourceLocation& where) {
  if (Recorder* recorder = Recorder::current()) {
    recorder->requireNoCombiner(where);
    if (!state.traced()) recorder->noteLook(state);
  }
  if (state.traced()) Recorder::of(state, where).flush(where);
  requireValue(state, where);
}

}  // namespace parax::detail
