// The sizes of a recording: their values in this call, which are known to be equal, and the guards
// under which a later call may do the same.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/sizes.h"

namespace parax::detail {

class RecordedSizes {
 public:
  RecordedSizes() { clear(); }
  void clear();

  // The symbol of an input's extent or a number, which has this value; of an expression.
  ir::Symbol add(const ir::Size& leaf, std::int64_t value);
  ir::Symbol add(ir::Size::Kind operation, ir::Symbol left, ir::Symbol right);
  ir::Symbol literal(std::int64_t value) { return add(ir::Size::literal(value), value); }

  // Two extents that meet: equal ones are one class from here on, a one repeats along the other.
  // The symbol of the result's class; ir::none if they do not match.
  ir::Symbol meet(ir::Symbol a, ir::Symbol b);
  // A later call needs a value between the bounds. A size has one guard at most.
  void guard(ir::Symbol size, std::int64_t least, std::int64_t most = ir::largestSize);

  const std::vector<ir::Size>& list() const { return table_.list(); }
  const std::vector<ir::Guard>& guards() const { return guards_; }
  std::size_t count() const { return entries_.size(); }
  std::int64_t value(ir::Symbol s) const { return entries_[static_cast<std::size_t>(s)].value; }
  // The smallest symbol of those that are equal; `one` for what repeated.
  ir::Symbol classOf(ir::Symbol s) const {
    while (parent(s) != s) s = parent(s);
    return s;
  }
  // Whether a guard says that sizes are equal: then shapes rely on it.
  bool isEquality(const ir::Guard& guard) const;

 private:
  struct Entry {  // by symbol
    std::int64_t value;
    ir::Symbol parent;   // towards the class
    std::int32_t guard;  // among guards_; none
  };
  ir::Symbol parent(ir::Symbol s) const { return entries_[static_cast<std::size_t>(s)].parent; }
  ir::Symbol note(ir::Symbol symbol, std::int64_t value);
  ir::Symbol unite(ir::Symbol a, ir::Symbol b);

  ir::SizeTable table_;
  std::vector<Entry> entries_;
  std::vector<ir::Guard> guards_;
};

}  // namespace parax::detail
