// A random program as data: one accelerated function that a user could write, and its calls.
//
// The description stands at the level of the public headers: types follow from the operands by the
// same rules, so that every program can be executed on untyped handles and printed as typed C++.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parax/core/handle.h"
#include "parax/types.h"

namespace parax::fuzz {

// A C++ number beside arrays, or an element of one: its kind holds every number of the type.
struct Number {
  enum class Kind : std::uint8_t {
    boolean,
    integer,
    natural,
    floating,
    complex
  } kind = Kind::integer;
  std::int64_t i = 0;  // boolean and integer; the bits of a natural number, which is a uint64
  double f = 0;        // complex: the real part
  double imaginary = 0;
  detail::WeakNumber weak() const;
  template <Element T>
  T as() const;  // as C++ converts it
  void write(ElementType type, std::byte* memory) const;
  static Number read(ElementType type, const void* memory);
  detail::Handle value(ElementType type) const;  // a Value<T> of it
  friend bool operator==(const Number&, const Number&) = default;
};
Number::Kind kindOf(ElementType type);

// Calls f with a null pointer of the C++ type, scalar or complex.
template <class F>
decltype(auto) visitElementType(ElementType type, F&& f) {
  if (type == ElementType::complex64) return f(static_cast<std::complex<float>*>(nullptr));
  if (type == ElementType::complex128) return f(static_cast<std::complex<double>*>(nullptr));
  return visitScalarType(type, std::forward<F>(f));
}

template <Element T>
T Number::as() const {
  if constexpr (detail::isComplex<T>) {
    using Real = detail::RealOf<T>;
    return T(as<Real>(), kind == Kind::complex ? static_cast<Real>(imaginary) : Real(0));
  } else {
    if (kind == Kind::floating || kind == Kind::complex) return static_cast<T>(f);
    return kind == Kind::natural ? static_cast<T>(static_cast<std::uint64_t>(i))
                                 : static_cast<T>(i);
  }
}

struct Operand {
  enum class Kind : std::uint8_t { variable, literal, plain } kind = Kind::literal;
  int index = 0;  // of the variable or plain number
  Number literal;
  bool isVariable() const { return kind == Kind::variable; }
};

enum class Form : std::uint8_t {
  unary,
  binary,
  fma,
  productSum,  // operands a, b, c: a * b op c, or c op a * b if dim is 1, in one expression
  compare,
  select,
  cast,
  reduce,
  full,      // operands: the value, then the extents
  iota,      // operands: the extents; counts along dim
  iotaLike,  // in the shape of the operand, along dim
  size,      // an Index: the operand's extent along dim
  function,  // a row of functions()
  make,      // a row of makers(); operands: numbers, then extents
  compound,  // target op= operand, or op= the product of two
  copy,      // a new handle on the same array
  assign,    // target = operand
  extent,    // a plain number: operand.extent(dim)
  get,       // a plain number: operand.get()
  element,   // a plain number: operand.at({dim, dim, ...})
  list,      // an array made of the operands, which are literals
  value,     // a Value made of a literal
};

struct Statement {
  Form form;
  Op op = Op::add;
  ElementType type = ElementType::float64;  // cast, makers of arrays, list, value: the result's
  std::vector<Operand> operands;
  int target = 0;       // a variable, or a plain number
  int dim = 0;          // extent, element, iota, iotaLike, size, productSum
  std::size_t row = 0;  // function, make
};

bool makesPlainNumber(const Statement& statement);
bool takesNumberOut(const Statement& statement);  // get, element: runs what was recorded so far
bool changesTarget(const Statement& statement);   // compound, assign: the variable was there before
bool makesShape(const Statement& statement);      // its last operands are extents
std::size_t firstExtent(const Statement& statement);
// The operation on these elements: & | ^ of bool are && || !=.
Op operationOn(ElementType type, Op op);

struct Variable {
  ElementType type = ElementType::float64;
  int rank = 0;
  bool isValue = false;  // Value<T>; otherwise Array<T, rank>
  friend bool operator==(const Variable&, const Variable&) = default;
};

// Variables 0 .. parameters.size() - 1 are the parameters.
struct Parameter {
  Variable is;
  std::vector<int> dims;  // size classes of the call; -1: the extent 1
  bool inOut = false;
  bool outside = false;  // not an argument: a variable that the function just uses
  bool isSize = false;   // an Index whose value is the size class dims[0]
};

// Element i of an argument is table[i * step % table.size()].
struct Data {
  std::vector<Number> table;
  std::int64_t step = 1;
};

struct Passing {
  enum class Kind : std::uint8_t {
    kept,      // the caller holds another handle on the array
    given,     // nobody else holds it; moved unless in-out
    borrowed,  // the memory is the user's
    pinned,    // the memory was handed out for writing
    shared,    // another handle on parameter `other`'s array
    same,      // the very variable of parameter `other`; both are in-out
    previous,  // what the variable holds after the previous call
  } kind = Kind::kept;
  int other = 0;
};

struct CallSpec {
  std::vector<std::int64_t> sizes;  // by size class
  std::vector<Data> data;           // by parameter
  std::vector<Passing> passing;     // by parameter
  std::vector<Number> plain;        // by plain parameter
  bool writesAfterwards = false;    // the caller changes its arrays after the call
};

struct Program {
  std::uint64_t seed = 0;
  bool stateless = true;  // traces may be replayed
  bool fma = true;        // form multiply-adds
  bool checked = false;   // also run with every load and store tested
  std::vector<Parameter> parameters;
  std::vector<Number::Kind> plainParameters;  // plain numbers 0 ...
  std::vector<Statement> statements;
  std::vector<int> results;  // variables
  std::vector<CallSpec> calls;

  // Derived by settle().
  std::vector<Variable> variables;
  std::vector<Number::Kind> plainNumbers;
};

// Gives every variable and plain number its type; false if the program
// would not compile, if it makes arrays that are too large, or if the
// error of a statement may vanish because nobody needs its value.
bool settle(Program& program);

// What a statement gives for operands of these types; nothing if it would not compile.
std::optional<Variable> resultOf(const Statement& statement, const Program& program);
// The type in which two operands are compared.
ElementType comparedType(const Statement& statement, const Program& program);
// The type of the product of its first two operands.
ElementType productType(const Statement& statement, const Program& program);

// The shapes of all variables in a call. Sizes that depend on data are given by their bounds;
// shapes that do not match end the walk: `failing` is that statement.
struct Shapes {
  std::vector<std::optional<std::vector<std::int64_t>>> of;
  std::vector<std::optional<std::int64_t>> plain;
  std::vector<std::int64_t>
      indexBound;  // by variable: of a Value that may give a size; -1: may not
  int failing = -1;
  std::int64_t largest = 0;  // elements of the largest array
};
Shapes shapesAtEntry(const Program& program, const CallSpec& call);
bool advance(Shapes& shapes, const Program& program, const Statement& statement);
Shapes inferShapes(const Program& program, const CallSpec& call);

constexpr std::int64_t maxElements = 60'000;

}  // namespace parax::fuzz
