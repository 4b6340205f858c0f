// Printing arrays: [2, 6, 12]; long ones are cut in the middle, as NumPy does.
#include <ostream>

#include "frontend/array_state.h"

namespace parax::detail {
namespace {

constexpr std::int64_t printAll = 1000;  // up to so many elements
constexpr std::int64_t edge = 3;         // else so many at either end of every dimension

class Printer {
 public:
  Printer(std::ostream& out, const ArrayState& state)
      : out_(out), state_(state), cut_(state.elements() > printAll) {}

  void level(int dim, std::int64_t offset) {
    if (dim == state_.rank) return element(offset);
    std::int64_t stride = 1;
    for (int d = dim + 1; d < state_.rank; ++d) stride *= state_.extents[d];
    const std::int64_t count = state_.extents[dim];
    const bool cut = cut_ && count > 2 * edge;
    out_ << '[';
    for (std::int64_t i = 0; i < count; ++i) {
      if (i > 0) separator(dim);
      if (cut && i == edge) {
        out_ << "...";
        i = count - edge;
        separator(dim);
      }
      level(dim + 1, offset + i * stride);
    }
    out_ << ']';
  }

 private:
  void separator(int dim) {
    out_ << ',';
    if (dim == state_.rank - 1) {
      out_ << ' ';
    } else {
      out_ << '\n';
      for (int d = 0; d <= dim; ++d) out_ << ' ';
    }
  }
  // (1,2): the fields of a product type.
  void element(std::int64_t offset) {
    const int fields = fieldCount(state_.type);
    if (fields > 1) out_ << '(';
    for (int k = 0; k < fields; ++k) {
      if (k > 0) out_ << ',';
      number(offset * fields + k);
    }
    if (fields > 1) out_ << ')';
  }
  void number(std::int64_t offset) {
    visitScalarType(fieldType(state_.type), [&]<class T>(T*) {
      const T value = static_cast<const T*>(state_.memory())[offset];
      if constexpr (std::is_same_v<T, bool>)
        out_ << (value ? "true" : "false");
      else if constexpr (sizeof(T) == 1)
        out_ << static_cast<int>(value);
      else
        out_ << value;
    });
  }

  std::ostream& out_;
  const ArrayState& state_;
  bool cut_;
};

}  // namespace

void print(std::ostream& out, const Handle& handle) {
  if (!handle) {
    out << "(moved from)";
    return;
  }
  materialize(*handle.state(), SourceLocation{});
  Printer(out, *handle.state()).level(0, 0);
}

}  // namespace parax::detail
