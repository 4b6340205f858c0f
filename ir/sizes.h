// Sizes of a program: expressions over the extents of its inputs and its int64 numbers.
//
// A program has a list of them; a symbol is a position in it. Symbol 0 is the literal 1, operands
// stand before what reads them. Sizes are int64: add, sub and mul saturate at plus and minus
// `largestSize`, div rounds towards minus infinity, rem is what div leaves; both are 0 for the
// divisor 0. What is not known yet (`result`) makes what depends on it unknown, too.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "ir/dims.h"
#include "parax/core/element_type.h"

namespace parax::ir {

constexpr std::int64_t largestSize = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t unknownSize = std::numeric_limits<std::int64_t>::min();

struct Size {
  enum class Kind : std::uint8_t {
    literal,  // `value`
    input,    // extent `dim` of the input in `slot`
    number,   // the run-time number in `slot`, an int64
    result,   // the size in `slot` that a step makes: unknown before it has run
    add,
    sub,
    mul,
    div,
    rem,
    min,
    max,
  } kind = Kind::literal;
  std::int32_t slot = 0, dim = 0;
  Symbol left = 0, right = 0;  // add to max: the operands
  std::int64_t value = 0;

  static Size literal(std::int64_t value);
  static Size input(std::int32_t slot, std::int32_t dim);
  static Size number(std::int32_t slot);
  static Size result(std::int32_t slot);
  static Size of(Kind operation, Symbol left, Symbol right);

  bool isOperation() const { return kind >= Kind::add; }
  friend bool operator==(const Size&, const Size&) = default;
};
std::string_view name(Size::Kind kind);  // "literal", "add"
constexpr int sizeKinds = static_cast<int>(Size::Kind::max) + 1;

// The value of an operation.
std::int64_t evaluateSize(Size::Kind operation, std::int64_t left, std::int64_t right);

// The value of every size in a call. extent(slot, dim), number(slot) and result(slot) give what the
// expressions begin with.
template <class Extent, class Number, class Result>
void evaluateSizes(std::span<const Size> sizes, std::int64_t* values, const Extent& extent,
                   const Number& number, const Result& result) {
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    const Size& size = sizes[s];
    switch (size.kind) {
      case Size::Kind::literal: values[s] = size.value; break;
      case Size::Kind::input: values[s] = extent(size.slot, size.dim); break;
      case Size::Kind::number: values[s] = number(size.slot); break;
      case Size::Kind::result: values[s] = result(size.slot); break;
      default: values[s] = evaluateSize(size.kind, values[size.left], values[size.right]);
    }
  }
}
// The same before any step has run.
template <class Extent, class Number>
void evaluateSizes(std::span<const Size> sizes, std::int64_t* values, const Extent& extent,
                   const Number& number) {
  evaluateSizes(sizes, values, extent, number, [](std::int32_t) { return unknownSize; });
}

// A list in which equal expressions are equal symbols.
class SizeTable {
 public:
  SizeTable() { clear(); }
  explicit SizeTable(std::span<const Size> sizes);  // of a program: no two are equal

  // The symbol of an expression: literals are folded, operands that commute are ordered.
  Symbol add(const Size& size);
  Symbol literal(std::int64_t value) { return add(Size::literal(value)); }
  Symbol add(Size::Kind operation, Symbol left, Symbol right) {
    return add(Size::of(operation, left, right));
  }

  const std::vector<Size>& list() const { return list_; }
  std::size_t size() const { return list_.size(); }
  const Size& operator[](Symbol s) const { return list_[static_cast<std::size_t>(s)]; }
  void clear();  // only the literal 1 stays; so does the memory

 private:
  Symbol intern(const Size& size);
  void grow();

  std::vector<Size> list_;
  std::vector<Symbol> buckets_;  // open addressing, at most half full; none: free
};

// A program runs only if the value of `size` lies between the two bounds, which belong to it.
struct Guard {
  Symbol size = one;
  std::int64_t least = 0, most = largestSize;

  bool holds(std::int64_t value) const { return value >= least && value <= most; }
  friend bool operator==(const Guard&, const Guard&) = default;
};

// Whether the size at `s` may stand there: its operands are before it, numbers are int64.
bool sizeFits(const std::vector<Size>& sizes, std::size_t s,
              const std::vector<ElementType>& numbers);

}  // namespace parax::ir
