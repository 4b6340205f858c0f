// What a debugger calls to show an array; it needs no debug information.
#include <algorithm>
#include <sstream>

#include "frontend/array_state.h"
#include "frontend/messages.h"

namespace parax::detail {
namespace {

// A debugger also shows variables that are not initialised yet.
bool isPlausible(const ArrayState& state) {
  const std::int32_t references = state.references.load(std::memory_order_relaxed);
  return references > 0 && references < 1 << 24 && state.rank <= maxRank &&
         static_cast<int>(state.type) < elementTypeCount &&
         std::ranges::all_of(state.shapeSpan(), [](std::int64_t extent) { return extent >= 0; });
}

// Looks, and runs nothing: a recorded array has no elements yet.
std::string debugText(const Handle& handle) {
  const ArrayState* state = handle.state();
  if (!state) return "(moved from)";
  if (!isPlausible(*state)) return "(no array yet)";
  const std::string shape = shapeText(state->shapeSpan());
  if (state->lost) return "(lost by an error, shape " + shape + ")";
  if (state->traced()) return "(recorded, not computed yet, shape " + shape + ")";
  std::ostringstream out;
  print(out, handle);
  return out.str();
}

}  // namespace
}  // namespace parax::detail

// `array` is the address of an Array or a Value, whose only member is a Handle. The text is good
// until the next call: only debuggers call it, one at a time.
extern "C" PARAX_API const char* paraxText(const void* array) {
  static std::string text;
  try {
    text = parax::detail::debugText(*static_cast<const parax::detail::Handle*>(array));
  } catch (const std::exception& error) {
    text = error.what();
  }
  return text.c_str();
}
