// Questions about accesses.
#include "ir/access.h"

#include <algorithm>
#include <cstdlib>

namespace parax::ir {
namespace {

// No two points have equal indices: the constants differ by no sum of steps.
bool neverEqual(const Index& a, const Index& b) {
  if (a.terms != b.terms || a.shift != b.shift || a.edge != Edge::inside || b.edge != a.edge)
    return false;
  const std::int64_t apart = std::abs(a.constant - b.constant);
  if (apart == 0) return false;
  if (a.terms.empty()) return true;
  return a.terms.size() == 1 && apart % std::abs(a.terms[0].step) != 0;
}

// Equal indices mean equal coordinates d.
bool tells(const Index& a, const Index& b, std::size_t d) {
  return a == b && a.edge == Edge::inside && a.terms.size() == 1 &&
         a.terms[0].index == static_cast<std::int32_t>(d);
}

}  // namespace

std::int64_t resolveEdge(Edge edge, std::int64_t i, std::int64_t extent) {
  if (i >= 0 && i < extent) return i;
  if (extent == 0) return -1;
  switch (edge) {
    case Edge::clamp: return i < 0 ? 0 : extent - 1;
    case Edge::wrap: return (i % extent + extent) % extent;
    case Edge::reflect: {
      if (extent == 1) return 0;
      const std::int64_t period = 2 * (extent - 1), there = (i % period + period) % period;
      return there < extent ? there : period - there;
    }
    default: return -1;
  }
}

bool Access::isPlain() const {
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (!at[k].isPlain()) return false;
    if (!at[k].terms.empty() && walkedBy(at[k].terms[0].index) < 0) return false;
  }
  return true;
}

int Access::walkedBy(int d) const {
  int found = -1;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const bool uses = std::any_of(at[k].terms.begin(), at[k].terms.end(),
                                  [=](const Term& term) { return term.index == d; });
    if (!uses) continue;
    if (found >= 0 || !at[k].isPlain()) return -1;
    found = static_cast<int>(k);
  }
  return found;
}

bool Access::uses(int d) const {
  return std::any_of(at.begin(), at.end(), [=](const Index& index) {
    return std::any_of(index.terms.begin(), index.terms.end(),
                       [=](const Term& term) { return term.index == d; });
  });
}

int Access::operands() const {
  int count = 0;
  for (const Index& index : at)
    for (const Term& term : index.terms)
      if (isOperandIndex(term)) count = std::max(count, term.index - maxRank);
  return count;
}

bool Access::usesOperands() const { return operands() > 0; }

bool hasConstantEdge(const Access& access) {
  return std::any_of(access.at.begin(), access.at.end(),
                     [](const Index& index) { return index.edge == Edge::constant; });
}

Meeting meetingOf(const Access& a, const Access& b, const std::vector<bool>& varies) {
  if (a.buffer != b.buffer || a.at.size() != b.at.size()) return Meeting::never;
  for (std::size_t k = 0; k < a.at.size(); ++k)
    if (neverEqual(a.at[k], b.at[k])) return Meeting::never;
  for (std::size_t d = 0; d < varies.size(); ++d) {
    bool told = !varies[d];
    for (std::size_t k = 0; k < a.at.size() && !told; ++k) told = tells(a.at[k], b.at[k], d);
    if (!told) return Meeting::anywhere;
  }
  return Meeting::withinPoint;
}

}  // namespace parax::ir
