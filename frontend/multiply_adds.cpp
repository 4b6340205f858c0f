// Products and sums of floats: the expression decides which become fused multiply-adds.
//
// The same code runs while recording and in library mode, so that both fuse the same ones.
#include "frontend/multiply_adds.h"

#include <atomic>

#include "frontend/settled.h"
#include "parax/options.h"

namespace parax::detail {
namespace {

std::atomic<std::uint64_t> threads{0};

// Products are told apart by numbers, because the memory of a dead state serves another one soon,
// maybe on another thread.
std::uint64_t nextProduct(ThreadContext& thread) {
  constexpr int bits = 40;
  if ((++thread.product & ((std::uint64_t{1} << bits) - 1)) <= 1)
    thread.product = (threads.fetch_add(1, std::memory_order_relaxed) + 1) << bits | 2;
  return thread.product;
}

// The operands of fma. A difference negates what is subtracted: the other term, or the factor that
// is cheaper to negate.
struct Terms {
  TypedOperand at[3];
  Handle negated;
  Terms(Op op, ElementType type, const Factors& product, const TypedOperand& other,
        bool productFirst, const SourceLocation& where)
      : at{MultiplyAdds::factor(product, 0), MultiplyAdds::factor(product, 1), other} {
    if (op == Op::add) return;
    TypedOperand& term = at[productFirst ? 2 : negatedFactor(rank(at[0]), rank(at[1]))];
    negated = apply(Op::neg, type, {&term, 1}, where);
    term = {negated.state()};
  }
  static int rank(const TypedOperand& operand) { return operand.array->rank; }
};

}  // namespace

bool MultiplyAdds::areFormed(const ThreadContext& thread) {
  using Forming = MultiplyAddContext::Forming;
  if (thread.multiplyAdds.forming != Forming::asEnvironment)
    return thread.multiplyAdds.forming == Forming::on;
  static const bool areFormed = Options::defaultFma();
  return areFormed;
}

void MultiplyAdds::note(ThreadContext& thread, Factors& factors, const Handle& product,
                        const TypedOperand& a, const TypedOperand& b) {
  if (!areFormed(thread)) return;
  ArrayState& state = *product.state();
  factors.product_ = state.product = nextProduct(thread);
  if (state.traced()) {
    factors.node_ = state.node;
  } else {
    for (int k = 0; k < 2; ++k) {
      const TypedOperand& factor = k == 0 ? a : b;
      factors.array_[k] = factor.array ? retained(*factor.array) : makeNumber(factor.number);
    }
  }
  factors.next_ = thread.factors;
  if (factors.next_) factors.next_->link_ = &factors.next_;
  factors.link_ = &thread.factors;
  thread.factors = &factors;
}

const Factors* MultiplyAdds::find(const Operand& operand, ElementType type) {
  if (!operand.isTemporary || !operand.array || operand.array->product == 0 ||
      operand.array->type != type)
    return nullptr;
  const ThreadContext& thread = threadContext();
  for (const Factors* f = thread.factors; f != thread.multiplyAdds.outer; f = f->next_)
    if (f->product_ == operand.array->product) return f;
  return nullptr;
}

Handle productOf(ElementType type, const Operand& a, const Operand& b, Factors& factors,
                 const SourceLocation& where) {
  if (!isFloating(type)) return binary(Op::mul, type, a, b, where);
  const Settled left(a, type, where), right(b, type, where);
  const TypedOperand operands[] = {*left, *right};
  ThreadContext& thread = threadContext();
  Handle product = thread.recorder ? thread.recorder->pointwise(Op::mul, type, operands, where)
                                   : eager::pointwise(Op::mul, type, operands, where);
  MultiplyAdds::note(thread, factors, product, *left, *right);
  return product;
}

Handle sumOf(Op op, ElementType type, const Operand& a, const Operand& b,
             const SourceLocation& where) {
  const Factors* product = MultiplyAdds::find(a, type);
  const bool isFirst = product != nullptr;
  if (!isFirst) product = MultiplyAdds::find(b, type);
  if (!product) return binary(op, type, a, b, where);
  const Settled other(isFirst ? b : a, type, where);
  if (const std::int32_t node = MultiplyAdds::nodeOf(*product); node >= 0)
    return Recorder::current()->multiplyAdd(op, node, *other, isFirst, where);
  requireBroadcast(op, a, b, where);
  const Terms terms(op, type, *product, *other, isFirst, where);
  return apply(Op::fma, type, terms.at, where);
}

Handle multiplyAdd(ElementType type, const Operand& a, const Operand& b, const Operand& c,
                   const SourceLocation& where) {
  if (isFloating(type) && MultiplyAdds::areFormed(threadContext()))
    return ternary(Op::fma, type, a, b, c, where);
  return binary(Op::add, type, binary(Op::mul, type, a, b, where), c, where);
}

void addProduct(Op op, Handle& target, const Factors& product, const SourceLocation& where) {
  const ArrayState& state = *target.state();
  Recorder* recorder = Recorder::current();
  if (const std::int32_t node = MultiplyAdds::nodeOf(product); node >= 0) {
    target = recorder->multiplyAdd(op, node, {&state}, false, where);
    return;
  }
  const Terms terms(op, state.type, product, {&state}, false, where);
  if (recorder)
    target = recorder->pointwise(Op::fma, state.type, terms.at, where);
  else
    eager::compound(Op::fma, target, terms.at, where);
}

}  // namespace parax::detail
