// Sizes of a program: what the operations mean, and the table that holds each expression once.
#include "ir/sizes.h"

#include <algorithm>
#include <utility>

namespace parax::ir {
namespace {

constexpr Symbol freeBucket = -1;

constexpr std::string_view names[] = {"literal", "input", "number", "result", "add", "sub",
                                      "mul",     "div",   "rem",    "min",    "max"};
static_assert(std::size(names) == sizeKinds);

bool commutes(Size::Kind kind) {
  return kind == Size::Kind::add || kind == Size::Kind::mul || kind == Size::Kind::min ||
         kind == Size::Kind::max;
}

// `unknownSize` is no value that an operation gives.
std::int64_t saturated(std::int64_t value) { return std::max(value, -largestSize); }
std::int64_t limit(bool negative) { return negative ? -largestSize : largestSize; }

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0));
}

std::int64_t floorRemainder(std::int64_t a, std::int64_t b) {
  const std::int64_t rest = b == 0 ? 0 : a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

std::size_t hashOf(const Size& size) {
  std::uint64_t hash = static_cast<std::uint64_t>(size.kind);
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(size.value),
        static_cast<std::uint64_t>(size.slot) << 32 | static_cast<std::uint32_t>(size.dim),
        static_cast<std::uint64_t>(size.left) << 32 | static_cast<std::uint32_t>(size.right)})
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
  return hash >> 32;
}

}  // namespace

std::string_view name(Size::Kind kind) { return names[static_cast<std::size_t>(kind)]; }

Size Size::literal(std::int64_t value) {
  Size size;
  size.value = value;
  return size;
}
Size Size::input(std::int32_t slot, std::int32_t dim) { return {Kind::input, slot, dim}; }
Size Size::number(std::int32_t slot) { return {Kind::number, slot}; }
Size Size::result(std::int32_t slot) { return {Kind::result, slot}; }
Size Size::of(Kind operation, Symbol left, Symbol right) { return {operation, 0, 0, left, right}; }

std::int64_t evaluateSize(Size::Kind operation, std::int64_t left, std::int64_t right) {
  if (left == unknownSize || right == unknownSize) return unknownSize;
  std::int64_t value = 0;
  switch (operation) {
    case Size::Kind::add:
      return __builtin_add_overflow(left, right, &value) ? limit(left < 0) : saturated(value);
    case Size::Kind::sub:
      return __builtin_sub_overflow(left, right, &value) ? limit(left < 0) : saturated(value);
    case Size::Kind::mul:
      return __builtin_mul_overflow(left, right, &value) ? limit((left < 0) != (right < 0))
                                                         : saturated(value);
    case Size::Kind::div: return floorDivide(left, right);
    case Size::Kind::rem: return floorRemainder(left, right);
    case Size::Kind::min: return std::min(left, right);
    case Size::Kind::max: return std::max(left, right);
    default: __builtin_unreachable();
  }
}

SizeTable::SizeTable(std::span<const Size> sizes) {
  clear();
  for (std::size_t s = 1; s < sizes.size(); ++s) intern(sizes[s]);
}

void SizeTable::clear() {
  list_.clear();
  constexpr std::size_t few = 32;
  buckets_.assign(std::max(buckets_.size(), few), freeBucket);
  intern(Size::literal(1));
}

Symbol SizeTable::add(const Size& size) {
  if (!size.isOperation()) return intern(size);
  Size ordered = size;
  if (commutes(size.kind) && ordered.left > ordered.right) std::swap(ordered.left, ordered.right);
  const Size &left = (*this)[ordered.left], &right = (*this)[ordered.right];
  const auto is = [](const Size& s, std::int64_t value) {
    return s.kind == Size::Kind::literal && s.value == value;
  };
  if (left.kind == Size::Kind::literal && right.kind == Size::Kind::literal)
    return literal(evaluateSize(size.kind, left.value, right.value));
  using Kind = Size::Kind;
  if ((size.kind == Kind::add || size.kind == Kind::sub) && is(right, 0)) return ordered.left;
  if ((size.kind == Kind::mul || size.kind == Kind::div) && is(right, 1)) return ordered.left;
  if (size.kind == Kind::add && is(left, 0)) return ordered.right;
  if (size.kind == Kind::mul && is(left, 1)) return ordered.right;
  return intern(ordered);
}

Symbol SizeTable::intern(const Size& size) {
  const std::size_t mask = buckets_.size() - 1;
  std::size_t at = hashOf(size) & mask;
  for (; buckets_[at] != freeBucket; at = (at + 1) & mask)
    if ((*this)[buckets_[at]] == size) return buckets_[at];
  const auto symbol = static_cast<Symbol>(list_.size());
  list_.push_back(size);
  buckets_[at] = symbol;
  if (2 * list_.size() > buckets_.size()) grow();
  return symbol;
}

void SizeTable::grow() {
  buckets_.assign(2 * buckets_.size(), freeBucket);
  const std::size_t mask = buckets_.size() - 1;
  for (std::size_t s = 0; s < list_.size(); ++s) {
    std::size_t at = hashOf(list_[s]) & mask;
    while (buckets_[at] != freeBucket) at = (at + 1) & mask;
    buckets_[at] = static_cast<Symbol>(s);
  }
}

bool sizeFits(const std::vector<Size>& sizes, std::size_t s,
              const std::vector<ElementType>& numbers) {
  const Size& size = sizes[s];
  const auto before = [&](Symbol operand) {
    return operand >= 0 && static_cast<std::size_t>(operand) < s;
  };
  if (size.isOperation()) return before(size.left) && before(size.right);
  if (size.slot < 0 || size.dim < 0 || size.dim >= maxRank) return false;
  const auto slot = static_cast<std::size_t>(size.slot);
  return size.kind != Size::Kind::number ||
         (slot < numbers.size() && numbers[slot] == ElementType::int64);
}

}  // namespace parax::ir
