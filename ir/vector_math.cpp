// Finds the vector math functions of this process and calls them for single numbers.
#include "ir/vector_math.h"

#include <dlfcn.h>
#include <math.h>

#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "ir/elementary/widths.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

template <class T, int bytes>
struct VectorOf {
  typedef T Type __attribute__((vector_size(bytes)));  // gcc ignores the attribute in a `using`
};
template <class T, int bytes>
using Vector = typename VectorOf<T, bytes>::Type;

// Lane 0 of the vector function at `address`, which takes one argument or two. They go to all
// lanes: zeros or stale numbers beside them could send the call down the slow path for special
// values. One function per width, because the width decides the target attribute.
template <class T>
__attribute__((target("avx512f"))) T callLane512(void* address, const T* x, int arity) {
  using V = Vector<T, 64>;
  const V first = x[0] - V{};
  if (arity == 1) return reinterpret_cast<V (*)(V)>(address)(first)[0];
  const V second = x[1] - V{};
  return reinterpret_cast<V (*)(V, V)>(address)(first, second)[0];
}

template <class T>
__attribute__((target("avx2,fma"))) T callLane256(void* address, const T* x, int arity) {
  using V = Vector<T, 32>;
  const V first = x[0] - V{};
  if (arity == 1) return reinterpret_cast<V (*)(V)>(address)(first)[0];
  const V second = x[1] - V{};
  return reinterpret_cast<V (*)(V, V)>(address)(first, second)[0];
}

template <class T>
T callLane128(void* address, const T* x, int arity) {
  using V = Vector<T, 16>;
  const V first = x[0] - V{};
  if (arity == 1) return reinterpret_cast<V (*)(V)>(address)(first)[0];
  const V second = x[1] - V{};
  return reinterpret_cast<V (*)(V, V)>(address)(first, second)[0];
}

template <class T>
T callScalar(void* address, const T* x, int arity) {
  if (arity == 1) return reinterpret_cast<T (*)(T)>(address)(x[0]);
  return reinterpret_cast<T (*)(T, T)>(address)(x[0], x[1]);
}

template <class T>
using Call = T (*)(void* address, const T* arguments, int arity);

// One row per vector width, widest first.
struct Width {
  int bytes;
  char abiLetter;  // of the vector function ABI: _ZGV<letter>N<lanes>v_<name>
  Call<float> call32;
  Call<double> call64;
  std::span<const elementary::CompiledFunction> (*own)();
};
constexpr Width widths[] = {
    {64, 'e', callLane512<float>, callLane512<double>, elementary::functionsForAvx512},
    {32, 'd', callLane256<float>, callLane256<double>, elementary::functionsForAvx2},
    {16, 'b', callLane128<float>, callLane128<double>, nullptr},
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
  __builtin_cpu_init();
  if (bytes == 64)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  if (bytes == 32) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
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
  Call<float> call32 = nullptr;
  Call<double> call64 = nullptr;
};

// The library stays loaded: compiled code refers to it as long as the process lives.
class MathTable {
 public:
  MathTable() : library_(dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL)), entries_(opCount) {
    const Width& width = processWidth();
    for (const LibmRow& row : libmTable()) {
      Entry& e = entries_[static_cast<std::size_t>(row.op)];
      e.f32 = fromLibrary(row.op, "f", width, 4, row.f32);
      e.f64 = fromLibrary(row.op, "", width, 8, row.f64);
    }
    if (width.own)
      for (const elementary::CompiledFunction& own : width.own()) {
        Entry& e = entries_[static_cast<std::size_t>(own.op)];
        e.f32 = ours(own.op, "f32", width.bytes / 4, own.f32);
        e.f64 = ours(own.op, "f64", width.bytes / 8, own.f64);
      }
    for (Entry& e : entries_) {
      e.call32 = e.f32.lanes == 1 ? callScalar<float> : width.call32;
      e.call64 = e.f64.lanes == 1 ? callScalar<double> : width.call64;
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
  MathFunction fromLibrary(Op op, const char* suffix, const Width& width, int elementBytes,
                           void* libm) const {
    const int lanes = width.bytes / elementBytes;
    const std::string scalar = std::string(name(op)) + suffix;
    const std::string symbol = std::string("_ZGV") + width.abiLetter + "N" + std::to_string(lanes) +
                               (info(op).arity == 1 ? "v_" : "vv_") + scalar;
    void* const address = library_ ? dlsym(library_, symbol.c_str()) : nullptr;
    if (address == nullptr) return {"parax_" + scalar, libm, 1, false};
    return {symbol, address, lanes, false};
  }

  static MathFunction ours(Op op, const char* type, int lanes, void* address) {
    return {"parax_" + std::string(name(op)) + "_" + type + "x" + std::to_string(lanes), address,
            lanes, true};
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

double scalarMath(Op op, double x, double y) {
  const Entry& e = mathTable().entry(op);
  const double arguments[] = {x, y};
  return e.call64(e.f64.address, arguments, info(op).arity);
}

float scalarMath(Op op, float x, float y) {
  const Entry& e = mathTable().entry(op);
  const float arguments[] = {x, y};
  return e.call32(e.f32.address, arguments, info(op).arity);
}

}  // namespace parax::ir
