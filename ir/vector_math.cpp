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

// Lane 0 of the vector function at `address`. The argument goes to all lanes: zeros or stale
// numbers beside it could send the call down the slow path for special values. One function per
// width, because the width decides the target attribute.
template <class T>
__attribute__((target("avx512f"))) T callLane512(void* address, T x) {
  const Vector<T, 64> all = x - Vector<T, 64>{};
  return reinterpret_cast<Vector<T, 64> (*)(Vector<T, 64>)>(address)(all)[0];
}

template <class T>
__attribute__((target("avx2,fma"))) T callLane256(void* address, T x) {
  const Vector<T, 32> all = x - Vector<T, 32>{};
  return reinterpret_cast<Vector<T, 32> (*)(Vector<T, 32>)>(address)(all)[0];
}

template <class T>
T callLane128(void* address, T x) {
  const Vector<T, 16> all = x - Vector<T, 16>{};
  return reinterpret_cast<Vector<T, 16> (*)(Vector<T, 16>)>(address)(all)[0];
}

template <class T>
T callScalar(void* address, T x) {
  return reinterpret_cast<T (*)(T)>(address)(x);
}

// One row per vector width, widest first.
struct Width {
  int bytes;
  char abiLetter;  // of the vector function ABI: _ZGV<letter>N<lanes>v_<name>
  float (*call32)(void*, float);
  double (*call64)(void*, double);
  std::span<const elementary::CompiledFunction> (*own)();
};
constexpr Width widths[] = {
    {64, 'e', callLane512<float>, callLane512<double>, elementary::functionsForAvx512},
    {32, 'd', callLane256<float>, callLane256<double>, elementary::functionsForAvx2},
    {16, 'b', callLane128<float>, callLane128<double>, nullptr},
};

// What libm offers for each operation with the property `math`.
struct LibmRow {
  Op op;
  float (*f32)(float);
  double (*f64)(double);
};
constexpr LibmRow libmTable[] = {
    {Op::exp, ::expf, ::exp},
    {Op::log, ::logf, ::log},
    {Op::log10, ::log10f, ::log10},
    {Op::erf, ::erff, ::erf},
};

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
  float (*call32)(void*, float) = nullptr;
  double (*call64)(void*, double) = nullptr;
};

// The library stays loaded: compiled code refers to it as long as the process lives.
class MathTable {
 public:
  MathTable() : library_(dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL)), entries_(opCount) {
    const Width& width = processWidth();
    for (const LibmRow& row : libmTable) {
      Entry& e = entries_[static_cast<std::size_t>(row.op)];
      const std::string name(parax::name(row.op));
      e.f32 = fromLibrary(name + "f", width, 4, reinterpret_cast<void*>(row.f32));
      e.f64 = fromLibrary(name, width, 8, reinterpret_cast<void*>(row.f64));
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
  MathFunction fromLibrary(const std::string& name, const Width& width, int elementBytes,
                           void* libm) const {
    const int lanes = width.bytes / elementBytes;
    const std::string symbol =
        std::string("_ZGV") + width.abiLetter + "N" + std::to_string(lanes) + "v_" + name;
    void* const address = library_ ? dlsym(library_, symbol.c_str()) : nullptr;
    if (address == nullptr) return {name, libm, 1, false};
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

double scalarMath(Op op, double x) {
  const Entry& e = mathTable().entry(op);
  return e.call64(e.f64.address, x);
}

float scalarMath(Op op, float x) {
  const Entry& e = mathTable().entry(op);
  return e.call32(e.f32.address, x);
}

}  // namespace parax::ir
