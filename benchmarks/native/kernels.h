// Hand-written competitor kernels: what an expert writes in C++ with OpenMP for each measured row.
//
// A family is one function type; its accessor lists every variant, and a benchmark times all of
// them and keeps the fastest. `threads` is the number of OpenMP threads; 1 never enters OpenMP, and
// arrays too short to gain from a second thread run on the calling one. Pointers need only their
// natural alignment; outputs must not overlap inputs.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace native {

// One way of writing a family's kernel.
template <class Signature>
struct Variant {
  const char* name;
  Signature* run;
};

// Prices European puts as in the black-scholes workload: put[i] from (s, k, r, vol, t)[i].
template <class T>
using BlackScholes = void(const T* s, const T* k, const T* r, const T* vol, const T* t, T* put,
                          std::int64_t n, int threads);

// out[i] = a * x[i] + b * y[i].
template <class T>
using Axpby = void(T a, const T* x, T b, const T* y, T* out, std::int64_t n, int threads);

// Returns the sum of x, in any order of summation.
template <class T>
using Sum = T(const T* x, std::int64_t n, int threads);

// Ten element-wise operations, all results in out: t=x+y; t=t*x; t=t-y; t=t*0.5; t=t+x; t=t*y;
// t=t-0.25; t=t*x; t=t+1.5; out=t*y.
using TenOperations = void(const double* x, const double* y, double* out, std::int64_t n,
                           int threads);

// The same ten operations as ten loops that keep t in the caller's scratch array of n elements.
using TenStatements = void(const double* x, const double* y, double* out, double* scratch,
                           std::int64_t n, int threads);

// Gives the memory of a fresh result back to where it came from.
struct Release {
  void (*release)(void* memory, std::size_t bytes) = nullptr;
  std::size_t bytes = 0;
  void operator()(void* memory) const { release(memory, bytes); }
};

// A result array that the kernel itself allocated.
using Fresh = std::unique_ptr<double[], Release>;

// Returns a newly allocated a * x + b * y.
using FreshAxpby = Fresh(double a, const double* x, double b, const double* y, std::int64_t n,
                         int threads);

// Returns the ten operations' result, newly allocated.
using FreshTenOperations = Fresh(const double* x, const double* y, std::int64_t n, int threads);

template <class T>
std::span<const Variant<BlackScholes<T>>> blackScholesVariants();  // T is double or float

template <class T>
std::span<const Variant<Axpby<T>>> axpbyVariants();  // T is double or float

template <class T>
std::span<const Variant<Sum<T>>> sumVariants();  // T is double or float

std::span<const Variant<TenOperations>> fusedTenVariants();       // one loop
std::span<const Variant<TenOperations>> allocatingTenVariants();  // ten loops, ten allocations
std::span<const Variant<TenStatements>> statementTenVariants();   // ten loops, caller's scratch

std::span<const Variant<FreshAxpby>> freshAxpbyVariants();
std::span<const Variant<FreshTenOperations>> freshTenVariants();

// out[i] = f(x[i]) for one math function; arguments from [low, high].
template <class T>
using Unary = void(const T* x, T* out, std::int64_t n, int threads);
template <class T>
struct UnaryFamily {
  const char* function;
  double low, high;
  bool libmvec;  // libmvec has the function
  std::span<const Variant<Unary<T>>> variants;
};
template <class T>
std::span<const UnaryFamily<T>> unaryFamilies();  // T is double or float

// out[i] = x[i], converted.
template <class From, class To>
using Convert = void(const From* x, To* out, std::int64_t n, int threads);
template <class From, class To>
std::span<const Variant<Convert<From, To>>> convertVariants();  // int8 and uint8 to and from float

// Sum, least and greatest of x in one pass.
struct SumMinMax {
  double sum, min, max;
};
using Summary = SumMinMax(const double* x, std::int64_t n, int threads);
std::span<const Variant<Summary>> summaryVariants();

// Complex numbers; T is double or float. Products are the textbook's, without recovery from NaN.
template <class T>
using ComplexMap = void(const std::complex<T>* x, const std::complex<T>* y, std::complex<T>* out,
                        std::int64_t n, int threads);
template <class T>
std::span<const Variant<ComplexMap<T>>> complexMultiplyAddVariants();  // out = x * y + x

template <class T>
using ComplexAbs = void(const std::complex<T>* x, T* out, std::int64_t n, int threads);
template <class T>
std::span<const Variant<ComplexAbs<T>>> complexAbsVariants();  // sqrt(re * re + im * im)

template <class T>
std::span<const Variant<Sum<std::complex<T>>>> complexSumVariants();

// y[i] = x[i] + x[i] * x[i], serial and never inlined: the floor for call overhead at n = 16.
void addSquare(const double* x, double* y, std::int64_t n);

}  // namespace native
