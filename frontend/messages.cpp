// Parts of error messages, and the common form of errors.
#include "frontend/messages.h"

#include <vector>

#include "frontend/recording/recorder.h"

namespace parax {

Error::Error(const std::string& message, const SourceLocation& where)
    : std::runtime_error(where.line() == 0 ? message
                                           : message + " [" + where.file_name() + ":" +
                                                 std::to_string(where.line()) + "]"),
      message_(message),
      where_(where) {
  // A function that catches it goes another way, which depends on the arguments.
  if (detail::Recorder* recorder = detail::Recorder::current()) recorder->noteError();
}

namespace detail {

std::string shapeText(std::span<const std::int64_t> extents) {
  std::string text = "[";
  for (std::size_t d = 0; d < extents.size(); ++d)
    text += (d ? ", " : "") + std::to_string(extents[d]);
  return text + "]";
}

std::string indexText(std::int64_t linear, std::span<const std::int64_t> extents) {
  std::vector<std::int64_t> index(extents.size());
  for (std::size_t d = extents.size(); d-- > 0;) {
    if (extents[d] == 0) continue;
    index[d] = linear % extents[d];
    linear /= extents[d];
  }
  return shapeText(index);
}

std::string argumentText(std::span<const Place> places, std::int32_t argument) {
  const Place& place = places[static_cast<std::size_t>(argument)];
  std::string text = "argument ";
  for (int k = 0; k < place.depth; ++k) text += (k ? "." : "") + std::to_string(place.at[k]);
  return text;
}

ElementError divisionByZero(std::int64_t linear, std::span<const std::int64_t> extents,
                            const SourceLocation& where) {
  std::string text = "integer division by zero";
  if (!extents.empty())
    text += " at index " + indexText(linear, extents) + " of " + shapeText(extents);
  return ElementError(text, where);
}

ShapeError shapesDoNotMatch(Op op, std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                            const SourceLocation& where) {
  return ShapeError(
      operationWord(op) + ": the shapes " + shapeText(a) + " and " + shapeText(b) + " do not match",
      where);
}

MemoryError outOfMemory(const SourceLocation& where) {
  return MemoryError("out of memory for the results of an accelerated function", where);
}

}  // namespace detail
}  // namespace parax
