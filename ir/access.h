// How a loop reaches the elements of a buffer: one index for each dimension of the buffer.
//
// An index is a sum: step * index over some indices, a constant, and a run-time shift. Indices are
// those of the loop (its dimensions) and operands of the load or store: the index of an enclosing
// region, or any computed integer. What happens outside of the buffer's extent is said per
// dimension:
//
//   inside    it does not happen: whoever made the access has proved it
//   fail      the instruction fails with kind `index`; a load gives 0, a store does nothing
//   clamp     the nearest element
//   wrap      modulo the extent
//   reflect   mirrored at the first and last element, which are not repeated
//   zero      a load gives 0
//   constant  a load gives its last operand
//
// Of one access, zero and constant in any dimension win over clamp, wrap and reflect of others. In
// a dimension of extent 0 every edge but `inside` and `fail` gives zero or the constant.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/dims.h"

namespace parax::ir {

using BufferId = std::int32_t;

enum class Edge : std::uint8_t { inside, fail, clamp, wrap, reflect, zero, constant };

// The element that index i of an extent means: i itself inside, -1 if there is none.
std::int64_t resolveEdge(Edge edge, std::int64_t i, std::int64_t extent);

struct Term {
  std::int32_t index;  // a loop dimension, turnIndex (parallel.h), or operandIndex(k)
  std::int32_t step = 1;
  friend bool operator==(const Term&, const Term&) = default;
};
// Operand k of the load or store, counted without the value that a store stores.
constexpr std::int32_t operandIndex(std::int32_t k) { return maxRank + 1 + k; }
constexpr bool isOperandIndex(const Term& term) { return term.index > maxRank; }
constexpr bool isLoopIndex(const Term& term) { return term.index < maxRank; }

struct Index {
  std::vector<Term> terms{};  // by ascending index, each once, no step is 0
  std::int64_t constant = 0;
  Symbol shift = noSymbol;
  Edge edge = Edge::inside;
  friend bool operator==(const Index&, const Index&) = default;

  // The loop's dimension d, and nothing else.
  static Index of(std::int32_t d) { return {.terms = {{d}}}; }
  bool isPlain() const {  // a loop's dimension, or 0
    return constant == 0 && shift == noSymbol && edge == Edge::inside &&
           (terms.empty() || (terms.size() == 1 && terms[0].step == 1 && isLoopIndex(terms[0])));
  }
};

struct Access {
  BufferId buffer;
  std::vector<Index> at{};  // one per dimension of the buffer
  friend bool operator==(const Access&, const Access&) = default;

  // Every dimension of the buffer is walked by a loop dimension of its own, or has index 0.
  bool isPlain() const;
  // The buffer's dimension that the loop's dimension d walks, alone and one by one; or -1.
  int walkedBy(int d) const;
  // Does the element depend on the loop's dimension d?
  bool uses(int d) const;
  bool usesOperands() const;
  int operands() const;  // how many index operands it has
};

bool hasConstantEdge(const Access& access);

// Where two accesses of one loop can reach the same element.
enum class Meeting : std::uint8_t {
  never,
  withinPoint,  // only at one and the same point of the loop
  anywhere,     // nothing is known
};
// `varies[d]`: the loop's dimension d has more than one point. Buffers in different memory never
// meet; the caller knows which share theirs.
Meeting meetingOf(const Access& a, const Access& b, const std::vector<bool>& varies);

}  // namespace parax::ir
