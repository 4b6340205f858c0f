// The untyped core under every Array and Value: a reference to shared state, and what can be done
// to it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "parax/core/api.h"
#include "parax/core/error.h"
#include "parax/core/op.h"
#include "parax/core/scalar.h"

namespace parax::detail {

constexpr int maxRank = 8;

struct ArrayState;  // frontend/array_state.h

// Refers to an immutable array: in memory, or recorded but not computed yet. Copying is O(1),
// except for an array whose memory was handed out for writing: its copies are deep.
class PARAX_API Handle {
 public:
  Handle() noexcept = default;
  explicit Handle(ArrayState* adopted) noexcept : state_(adopted) {}
  Handle(const Handle& other) : state_(share(other.state_)) {}
  Handle(Handle&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  Handle& operator=(const Handle& other) {
    Handle copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  Handle& operator=(Handle&& other) noexcept {
    Handle taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
  }
  ~Handle() {
    if (state_) release(state_);
  }
  // Another reference to the same array, or its copy if its memory was handed out for writing.
  static Handle shareOf(const ArrayState& state) {
    return Handle(share(const_cast<ArrayState*>(&state)));
  }
  ArrayState* state() const noexcept { return state_; }
  explicit operator bool() const noexcept { return state_ != nullptr; }

 private:
  static ArrayState* share(ArrayState* state);
  static void release(ArrayState* state) noexcept;
  ArrayState* state_ = nullptr;
};

// A C++ number beside an array: weak, it takes the type that the operation has. long double and
// 128-bit integers are narrowed to double and int64 first.
struct WeakNumber {
  enum class Kind : std::uint8_t { signedInt, unsignedInt, floating, complex };
  Kind kind = Kind::signedInt;
  union {
    std::int64_t i = 0;
    std::uint64_t u;
    double f;  // complex: the real part
  };
  double imaginary = 0;  // complex
  WeakNumber() = default;
  template <class S>
  WeakNumber(const std::complex<S>& number)
      : kind(Kind::complex), f(number.real()), imaginary(number.imag()) {}
  template <class S>
    requires std::is_arithmetic_v<S>
  WeakNumber(S number) {
    if constexpr (std::is_floating_point_v<S>) {
      kind = Kind::floating;
      f = static_cast<double>(number);
    } else if constexpr (std::is_signed_v<S>) {
      i = static_cast<std::int64_t>(number);
    } else {
      kind = Kind::unsignedInt;
      u = static_cast<std::uint64_t>(number);
    }
  }
};

// For messages: as few digits as tell it from every other number.
PARAX_API std::string numberText(const WeakNumber& number);

// An operand of an operation: an array or value, or a C++ number.
struct Operand {
  const ArrayState* array = nullptr;
  bool isNumber = false;
  bool isTemporary = false;  // nobody gave it a name
  WeakNumber number;
  Operand(const Handle& handle, bool temporary = false)
      : array(handle.state()), isTemporary(temporary) {}
  Operand(const WeakNumber& weak) : isNumber(true), number(weak) {}
};

// The factors of a product, as long as the C++ expression runs in which it is written: a sum of the
// same expression finds them here, for a fused multiply-add. It is a default argument of the
// operator, and so dies with that expression, whatever becomes of the product.
class Factors {
 public:
  Factors() = default;
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;
  ~Factors() {
    if (!link_) return;
    *link_ = next_;
    if (next_) next_->link_ = link_;
  }

 private:
  friend class MultiplyAdds;   // frontend/multiply_adds.h
  Factors** link_ = nullptr;   // what refers to it, once it is in the thread's list
  Factors* next_ = nullptr;    // an older one
  std::uint64_t product_ = 0;  // the number of the product
  std::int32_t node_ = -1;     // recorded: the product's operation, which knows its operands
  Handle array_[2];            // otherwise: the factors
};

// What decides besides the expression: products before `outer` belong to the caller of an
// accelerated function, whose options count while it runs.
struct MultiplyAddContext {
  enum class Forming : std::uint8_t { asEnvironment, on, off };
  const Factors* outer;
  Forming forming;
};

// Every operation records itself if an accelerated function is being recorded on this thread, and
// computes at once otherwise (library mode). Operands are converted to `type` first.
PARAX_API Handle unary(Op op, ElementType type, const Operand& a, const SourceLocation& where);
PARAX_API Handle binary(Op op, ElementType type, const Operand& a, const Operand& b,
                        const SourceLocation& where);
// a * b; its factors are noted if a sum may want them.
PARAX_API Handle productOf(ElementType type, const Operand& a, const Operand& b, Factors& factors,
                           const SourceLocation& where);
// a + b or a - b, as a fused multiply-add if one of them is a product with factors.
PARAX_API Handle sumOf(Op op, ElementType type, const Operand& a, const Operand& b,
                       const SourceLocation& where);
// a * b + c as Parax's own functions use it: fused if multiply-adds are formed.
PARAX_API Handle multiplyAdd(ElementType type, const Operand& a, const Operand& b, const Operand& c,
                             const SourceLocation& where);
// Comparisons of the mathematical values where one operand is a number; `type` is used otherwise.
PARAX_API Handle compare(Op op, ElementType type, const Operand& a, const Operand& b,
                         const SourceLocation& where);
PARAX_API Handle select(ElementType type, const Operand& condition, const Operand& a,
                        const Operand& b, const SourceLocation& where);
PARAX_API Handle ternary(Op op, ElementType type, const Operand& a, const Operand& b,
                         const Operand& c, const SourceLocation& where);
// a to a whole power, by products.
PARAX_API Handle power(ElementType type, const Operand& a, std::uint64_t exponent,
                       const SourceLocation& where);
// Elements of a product type: a field of each; made of their fields.
PARAX_API Handle field(const Operand& a, int which, const SourceLocation& where);
PARAX_API Handle pack(ElementType type, const Operand& first, const Operand& second,
                      const SourceLocation& where);
// Functions of complex numbers that give real ones, and back.
PARAX_API Handle absoluteSquare(const Operand& z, const SourceLocation& where);
PARAX_API Handle argument(const Operand& z, const SourceLocation& where);
PARAX_API Handle conjugate(const Operand& z, const SourceLocation& where);
PARAX_API Handle polar(ElementType type, const Operand& size, const Operand& angle,
                       const SourceLocation& where);
PARAX_API Handle cast(ElementType type, const Operand& a, const SourceLocation& where);
PARAX_API Handle reduce(Op op, ElementType type, const Operand& a, const SourceLocation& where);
// All elements by a function of the user, which is called once, with placeholders for two values.
struct CombineFunction {
  template <class F>
  explicit CombineFunction(F& f)
      : object(&f), call([](void* function, const Handle& left, const Handle& right) -> Handle {
          return (*static_cast<F*>(function))(left, right);
        }) {}
  void* object;
  Handle (*call)(void* object, const Handle& left, const Handle& right);
};
PARAX_API Handle reduceWith(ElementType type, const Operand& a, const Operand& identity,
                            const CombineFunction& f, const SourceLocation& where);
PARAX_API Handle full(ElementType type, const Operand& value, std::span<const Operand> extents,
                      const SourceLocation& where);
// Every element is `value`, in the shape of `like`.
PARAX_API Handle fullLike(ElementType type, const Operand& value, const Operand& like,
                          const SourceLocation& where);
// The index along dimension `axis` of a new array. Those that the type cannot hold are an
// ArgumentError; floating ones may be rounded instead, if that is asked for.
enum class Counting : std::uint8_t { exact, rounded };
PARAX_API Handle iota(ElementType type, std::span<const Operand> extents, int axis,
                      const SourceLocation& where, Counting counting = Counting::exact);
PARAX_API Handle iotaLike(ElementType type, const Operand& like, int axis,
                          const SourceLocation& where);
// An extent of an array as an int64 value: unlike extent(), it is not assumed at later calls.
PARAX_API Handle extentValue(const Operand& a, int dim, const SourceLocation& where);
// ShapeError if there are none.
PARAX_API void requireElements(const Operand& a, const char* forWhat, const SourceLocation& where);
// How many elements, as an int64 value; ShapeError if there are none.
PARAX_API Handle elementCountValue(const Operand& a, const char* forWhat,
                                   const SourceLocation& where);
// ShapeError if there are fewer than `lessThanCount`, which is taken from their number.
PARAX_API void requireCount(const Operand& a, std::int64_t lessThanCount, const char* forWhat,
                            const SourceLocation& where);
PARAX_API void requireSameShape(const char* forWhat, const Operand& a, const Operand& b,
                                const SourceLocation& where);
// The number, in row-major order, of the first element that equals the value or is NaN.
PARAX_API Handle firstEqual(const Operand& a, const Operand& value, const SourceLocation& where);
// max of elements that are not negative; 0 if there are none.
PARAX_API Handle largest(ElementType type, const Operand& a, const SourceLocation& where);
// How many numbers arange makes; ArgumentError if the type cannot hold them.
PARAX_API std::int64_t rangeLength(ElementType type, double start, double stop, double step,
                                   const SourceLocation& where);
// start, start + step, ... before stop; the same error.
PARAX_API Handle arange(ElementType type, double start, double stop, double step,
                        const SourceLocation& where);
// n numbers from `first` to `last`, both included.
PARAX_API Handle linspace(ElementType type, double first, double last, std::int64_t n,
                          const SourceLocation& where);
// target = op(target, b), in place where nobody else sees the target's memory. The shape must not
// grow. Sums are fused as above.
PARAX_API void compound(Op op, Handle& target, const Operand& b, const SourceLocation& where);

// ShapeError if the shapes do not broadcast to each other; it names the operation.
PARAX_API void requireBroadcast(Op op, const Operand& a, const Operand& b,
                                const SourceLocation& where);

// Concrete arrays: a number, copied memory, borrowed memory (`count` elements are there).
PARAX_API Handle makeNumber(const Scalar& number);
PARAX_API Handle copyOf(ElementType type, std::span<const std::int64_t> extents, const void* data,
                        std::size_t count, const SourceLocation& where);
PARAX_API Handle borrow(ElementType type, std::span<const std::int64_t> extents, const void* data,
                        std::size_t count, const SourceLocation& where);

template <Element T>
Handle makeScalar(const T& value) {
  if constexpr (isProduct(elementTypeOf<T>))
    return copyOf(elementTypeOf<T>, {}, &value, 1, SourceLocation::current());
  else
    return makeNumber(Scalar::of(value));
}

// Reading back. In a recording, data and numbers compile and run what was recorded so far.
PARAX_API std::int64_t extent(const Handle& handle, int dim, const SourceLocation& where);
PARAX_API std::int64_t elementCount(const Handle& handle, const SourceLocation& where);
PARAX_API const void* data(const Handle& handle, const SourceLocation& where);
PARAX_API void* mutableData(Handle& handle, const SourceLocation& where);
// Where the element is; of rank 0 the index is empty.
PARAX_API const void* element(const Handle& handle, std::span<const std::int64_t> index,
                              const SourceLocation& where);
PARAX_API void print(std::ostream& out, const Handle& handle);

}  // namespace parax::detail
