// Union-find over the sizes of a recording. Roots are the smallest symbols, so that equal
// recordings have equal classes.
#include "frontend/recording/recorded_sizes.h"

#include <algorithm>

#include "ir/domain.h"

namespace parax::detail {

void RecordedSizes::clear() {
  table_.clear();
  entries_.assign(1, {1, ir::one, ir::none});
  guards_.clear();
}

ir::Symbol RecordedSizes::note(ir::Symbol symbol, std::int64_t value) {
  if (static_cast<std::size_t>(symbol) == entries_.size())
    entries_.push_back({value, symbol, ir::none});
  return symbol;
}

ir::Symbol RecordedSizes::add(const ir::Size& leaf, std::int64_t value) {
  return note(table_.add(leaf), value);
}

ir::Symbol RecordedSizes::add(ir::Size::Kind operation, ir::Symbol left, ir::Symbol right) {
  left = classOf(left), right = classOf(right);
  return note(table_.add(operation, left, right),
              ir::evaluateSize(operation, value(left), value(right)));
}

ir::Symbol RecordedSizes::unite(ir::Symbol a, ir::Symbol b) {
  const ir::Symbol root = std::min(a, b);
  entries_[static_cast<std::size_t>(std::max(a, b))].parent = root;
  return root;
}

ir::Symbol RecordedSizes::meet(ir::Symbol a, ir::Symbol b) {
  a = classOf(a), b = classOf(b);
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  if (value(a) == value(b)) {
    if (a == ir::one)
      guard(b, 1, 1);
    else
      guard(add(ir::Size::Kind::sub, a, b), 0, 0);
    return unite(a, b);
  }
  const bool repeatsA = value(a) == 1;
  if (!repeatsA && value(b) != 1) return ir::none;
  const ir::Symbol repeated = repeatsA ? a : b;
  guard(repeated, 1, 1);
  unite(repeated, ir::one);
  return repeatsA ? b : a;
}

void RecordedSizes::guard(ir::Symbol size, std::int64_t least, std::int64_t most) {
  size = classOf(size);
  if (table_[size].kind == ir::Size::Kind::literal) return;  // the same at every call
  std::int32_t& known = entries_[static_cast<std::size_t>(size)].guard;
  if (known == ir::none) {
    known = static_cast<std::int32_t>(guards_.size());
    guards_.push_back({size, least, most});
  } else {
    ir::Guard& guard = guards_[static_cast<std::size_t>(known)];
    guard.least = std::max(guard.least, least);
    guard.most = std::min(guard.most, most);
  }
}

bool RecordedSizes::isEquality(const ir::Guard& guard) const {
  if (classOf(guard.size) == ir::one) return true;
  return table_[guard.size].kind == ir::Size::Kind::sub && guard.least == 0 && guard.most == 0;
}

}  // namespace parax::detail
