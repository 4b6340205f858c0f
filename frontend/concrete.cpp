// Arrays in memory: made from numbers, copies and borrowed memory; read back and written.
#include <cstring>

#include "frontend/array_state.h"
#include "frontend/messages.h"
#include "frontend/recording/recorder.h"

namespace parax::detail {
namespace {

void checkMemory(std::string_view what, ElementType type, std::span<const std::int64_t> extents,
                 const void* data, std::size_t count, const SourceLocation& where) {
  const std::size_t needed = checkedBytes(type, extents, where) / sizeOf(type);
  if (count < needed || (count > needed && what != "borrow"))
    throw ArgumentError(std::string(what) + ": the shape " + shapeText(extents) + " has " +
                            std::to_string(needed) + " elements, but the memory holds " +
                            std::to_string(count),
                        where);
  if (!data && needed > 0)
    throw ArgumentError(
        std::string(what) + ": the memory of shape " + shapeText(extents) + " is null", where);
}

}  // namespace

Handle makeNumber(const Scalar& number) {
  Handle handle(newState(number.type, {}));
  handle.state()->bits = number.bits;
  return handle;
}

Handle copyOf(ElementType type, std::span<const std::int64_t> extents, const void* data,
              std::size_t count, const SourceLocation& where) {
  checkMemory("array from memory", type, extents, data, count, where);
  Handle handle = allocateArray(type, extents, where);
  ArrayState& state = *handle.state();
  if (state.isInline())
    std::memcpy(&state.bits, data, sizeOf(type));
  else if (count > 0)
    std::memcpy(state.buffer->data(), data, count * sizeOf(type));
  return handle;
}

Handle borrow(ElementType type, std::span<const std::int64_t> extents, const void* data,
              std::size_t count, const SourceLocation& where) {
  checkMemory("borrow", type, extents, data, count, where);
  if (extents.empty()) return copyOf(type, extents, data, 1, where);
  Handle handle(newState(type, extents));
  handle.state()->buffer = runtime::Buffer::borrow(data, checkedBytes(type, extents, where));
  return handle;
}

std::int64_t extent(const Handle& handle, int dim, const SourceLocation& where) {
  const ArrayState& state = stateOf(handle, where);
  if (dim < 0 || dim >= state.rank)
    throw ArgumentError("extent: dimension " + std::to_string(dim) + " of an array of rank " +
                            std::to_string(state.rank),
                        where);
  if (state.traced()) return Recorder::of(state, where).readExtent(state, dim);
  if (Recorder* recorder = Recorder::current()) recorder->noteLook(state);
  return state.extents[dim];
}

std::int64_t elementCount(const Handle& handle, const SourceLocation& where) {
  std::int64_t count = 1;
  for (int d = 0; d < stateOf(handle, where).rank; ++d) count *= extent(handle, d, where);
  return count;
}

const void* data(const Handle& handle, const SourceLocation& where) {
  const ArrayState& state = stateOf(handle, where);
  materialize(state, where);
  return state.memory();
}

void* mutableData(Handle& handle, const SourceLocation& where) {
  materialize(stateOf(handle, where), where);
  ArrayState& state = *handle.state();
  // What was handed out before is seen by nobody else; an expression may still refer to it.
  const bool own = (state.pinned || !state.shared()) &&
                   (state.isInline() || (state.buffer->unique() && state.buffer->writable()));
  if (!own)
    handle = copyOf(state.type, state.shapeSpan(), state.memory(),
                    static_cast<std::size_t>(state.elements()), where);
  handle.state()->pinned = true;
  return const_cast<void*>(handle.state()->memory());
}

const void* element(const Handle& handle, std::span<const std::int64_t> index,
                    const SourceLocation& where) {
  const ArrayState& state = stateOf(handle, where);
  materialize(state, where);
  std::int64_t linear = 0;
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (index[d] < 0 || index[d] >= state.extents[d])
      throw ElementError(
          "at: the index " + shapeText(index) + " is outside of " + shapeText(state.shapeSpan()),
          where);
    linear = linear * state.extents[d] + index[d];
  }
  return static_cast<const std::byte*>(state.memory()) +
         static_cast<std::size_t>(linear) * sizeOf(state.type);
}

}  // namespace parax::detail
