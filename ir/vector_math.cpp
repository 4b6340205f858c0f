// Finds the vector math functions of this process and calls them for single numbers.
#include "ir/vector_math.h"

#include <dlfcn.h>
#include <math.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "ir/elementary/widths.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

template <class T>
void callScalar(void* function, const T* x, const T* y, T* out, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = y == nullptr ? reinterpret_cast<T (*)(T)>(function)(x[i])
                          : reinterpret_cast<T (*)(T, T)>(function)(x[i], y[i]);
}

// Every x86-64 compiler passes 16 bytes in a register.
template <class T>
void callVectors128(void* function, const T* x, const T* y, T* out, std::int64_t count) {
  typedef T V __attribute__((vector_size(16)));
  for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(sizeof(V) / sizeof(T))) {
    V first, second;
    std::memcpy(&first, x + i, sizeof first);
    if (y == nullptr) {
      first = reinterpret_cast<V (*)(V)>(function)(first);
    } else {
      std::memcpy(&second, y + i, sizeof second);
      first = reinterpret_cast<V (*)(V, V)>(function)(first, second);
    }
    std::memcpy(out + i, &first, sizeof first);
  }
}
elementary::BlockCalls callsForSse() { return {callVectors128<float>, callVectors128<double>}; }

bool hasAvx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

// Narrow vectors on a CPU with FMA (PARAX_VECTOR_BITS=128) have the same bits as wide ones.
std::span<const elementary::CompiledFunction> functionsForSse() {
  if (!hasAvx2()) return {};
  return elementary::halvesForAvx2();
}

// One row per vector width, widest first.
struct Width {
  int bytes;
  char abiLetter;  // of the vector function ABI: _ZGV<letter>N<lanes>v_<name>
  elementary::BlockCalls (*calls)();
  std::span<const elementary::CompiledFunction> (*own)();
};
constexpr Width widths[] = {
    {64, 'e', elementary::callsForAvx512, elementary::functionsForAvx512},
    {32, 'd', elementary::callsForAvx2, elementary::functionsForAvx2},
    {16, 'b', callsForSse, functionsForSse},
};

// lgamma itself writes a global variable.
float logGamma(float x) {
  int sign;
  return ::lgammaf_r(x, &sign);
}
double logGamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

// What libm offers for each operation with the property `math`.
struct LibmRow {
  Op op;
  void *f32, *f64;

  LibmRow(Op which, float (*f)(float), double (*d)(double))
      : op(which), f32(reinterpret_cast<void*>(f)), f64(reinterpret_cast<void*>(d)) {}
  LibmRow(Op which, float (*f)(float, float), double (*d)(double, double))
      : op(which), f32(reinterpret_cast<void*>(f)), f64(reinterpret_cast<void*>(d)) {}
};
std::span<const LibmRow> libmTable() {
  static const LibmRow rows[] = {
      {Op::exp, ::expf, ::exp},          {Op::exp2, ::exp2f, ::exp2},
      {Op::exp10, ::exp10f, ::exp10},    {Op::expm1, ::expm1f, ::expm1},
      {Op::log, ::logf, ::log},          {Op::log2, ::log2f, ::log2},
      {Op::log10, ::log10f, ::log10},    {Op::log1p, ::log1pf, ::log1p},
      {Op::cbrt, ::cbrtf, ::cbrt},       {Op::sin, ::sinf, ::sin},
      {Op::cos, ::cosf, ::cos},          {Op::tan, ::tanf, ::tan},
      {Op::asin, ::asinf, ::asin},       {Op::acos, ::acosf, ::acos},
      {Op::atan, ::atanf, ::atan},       {Op::sinh, ::sinhf, ::sinh},
      {Op::cosh, ::coshf, ::cosh},       {Op::tanh, ::tanhf, ::tanh},
      {Op::asinh, ::asinhf, ::asinh},    {Op::acosh, ::acoshf, ::acosh},
      {Op::atanh, ::atanhf, ::atanh},    {Op::erf, ::erff, ::erf},
      {Op::erfc, ::erfcf, ::erfc},       {Op::lgamma, logGamma, logGamma},
      {Op::tgamma, ::tgammaf, ::tgamma}, {Op::pow, ::powf, ::pow},
      {Op::atan2, ::atan2f, ::atan2},    {Op::hypot, ::hypotf, ::hypot},
      {Op::fmod, ::fmodf, ::fmod},       {Op::remainder, ::remainderf, ::remainder},
  };
  return rows;
}

bool cpuHas(int bytes) {
  if (bytes == 32) return hasAvx2();
  __builtin_cpu_init();
  if (bytes == 64)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  return true;
}

// An unknown value of PARAX_VECTOR_BITS limits nothing.
int widthLimit() {
  const char* const text = std::getenv("PARAX_VECTOR_BITS");
  const std::string_view bits = text ? text : "";
  if (bits == "128") return 16;
  if (bits == "256") return 32;
  return 64;
}

const Width& chooseWidth() {
  const int limit = widthLimit();
  for (const Width& width : widths)
    if (width.bytes <= limit && cpuHas(width.bytes)) return width;
  return widths[2];
}

const Width& processWidth() {
  static const Width& width = chooseWidth();
  return width;
}

struct Entry {
  MathFunction f32, f64;
};

// The library stays loaded: compiled code refers to it as long as the process lives.
class MathTable {
 public:
  MathTable() : library_(dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL)), entries_(opCount) {
    const Width& width = processWidth();
    for (const LibmRow& row : libmTable()) {
      Entry& e = entries_[static_cast<std::size_t>(row.op)];
      e.f32 = fromLibrary(row.op, "f", width, row.f32, callScalar<float>, width.calls().f32);
      e.f64 = fromLibrary(row.op, "", width, row.f64, callScalar<double>, width.calls().f64);
    }
    for (const elementary::CompiledFunction& own : width.own()) {
      Entry& e = entries_[static_cast<std::size_t>(own.op)];
      e.f32 = ours(own, "f32", width.bytes / 4, own.f32, own.f32Block);
      e.f64 = ours(own, "f64", width.bytes / 8, own.f64, own.f64Block);
    }
  }

  const Entry& entry(Op op) const {
    const Entry& e = entries_[static_cast<std::size_t>(op)];
    if (e.f64.address == nullptr)
      throw InternalError("no math function for '" + std::string(name(op)) + "'");
    return e;
  }

 private:
  // libmvec's function of this width, or libm's scalar one.
  template <class T>
  MathFunction fromLibrary(Op op, const char* suffix, const Width& width, void* libm,
                           elementary::BlockCall<T> callScalars,
                           elementary::BlockCall<T> callVectors) const {
    const int lanes = width.bytes / static_cast<int>(sizeof(T));
    const std::string scalar = std::string(name(op)) + suffix;
    const std::string symbol = std::string("_ZGV") + width.abiLetter + "N" + std::to_string(lanes) +
                               (info(op).arity == 1 ? "v_" : "vv_") + scalar;
    const std::string call = std::string("parax_call") + suffix;
    void* const address = library_ ? dlsym(library_, symbol.c_str()) : nullptr;
    if (address == nullptr)
      return {"parax_" + scalar, libm, 1, false, false, call + "_scalars", asAddress(callScalars)};
    return {symbol, address, lanes, false, false, call + "_vectors", asAddress(callVectors)};
  }

  template <class T>
  static MathFunction ours(const elementary::CompiledFunction& f, const char* type, int lanes,
                           void* address, elementary::BlockCall<T> block) {
    const std::string symbol =
        "parax_" + std::string(name(f.op)) + "_" + type + "x" + std::to_string(lanes);
    return {symbol, address, lanes, true, f.isShort, symbol + "_block", asAddress(block)};
  }

  template <class T>
  static void* asAddress(elementary::BlockCall<T> call) {
    return reinterpret_cast<void*>(call);
  }

  void* library_;
  std::vector<Entry> entries_;  // by operation
};

// Never destroyed: worker threads may still compute while the process ends.
const MathTable& mathTable() {
  static const MathTable& table = *new MathTable;
  return table;
}

}  // namespace

const MathFunction& mathFunction(Op op, ElementType type) {
  if (!isFloating(type))
    throw InternalError("no math function for type " + std::string(name(type)));
  const Entry& e = mathTable().entry(op);
  return type == ElementType::float32 ? e.f32 : e.f64;
}

int vectorBytes() { return processWidth().bytes; }

namespace {

template <class T>
void blockOf(Op op, const T* x, const T* y, T* out, std::int64_t count) {
  const MathFunction& f = mathFunction(op, elementTypeOf<T>);
  const T* const second = info(op).arity == 1 ? nullptr : y;
  reinterpret_cast<elementary::BlockCall<T>>(f.block)(f.address, x, second, out, count);
}

// The arguments go to all lanes: zeros or stale numbers beside them could send the call down the
// slow path for special values.
template <class T>
T laneZero(Op op, T x, T y) {
  constexpr std::size_t most = 64 / sizeof(T);
  alignas(64) T first[most], second[most], result[most];
  std::fill_n(first, most, x);
  std::fill_n(second, most, y);
  blockOf(op, first, second, result, mathFunction(op, elementTypeOf<T>).lanes);
  return result[0];
}

}  // namespace

double scalarMath(Op op, double x, double y) { return laneZero(op, x, y); }
float scalarMath(Op op, float x, float y) { return laneZero(op, x, y); }

void blockMath(Op op, const double* x, const double* y, double* out, std::int64_t count) {
  blockOf(op, x, y, out, count);
}
void blockMath(Op op, const float* x, const float* y, float* out, std::int64_t count) {
  blockOf(op, x, y, out, count);
}

}  // namespace parax::ir
