// out = a * x + b * y: the memory-bound elementwise row.
#include "kernels.h"
#include "pointwise.h"

namespace native {
namespace {

template <class T>
void plain(T a, const T* x, T b, const T* y, T* out, std::int64_t n, int threads) {
  mapPlain(x, y, out, n, threads, AddScaled<T>{a, b});
}

template <class T, Access access>
void vector(T a, const T* x, T b, const T* y, T* out, std::int64_t n, int threads) {
  mapVector<access>(x, y, out, n, threads, AddScaled<T>{a, b});
}

template <class T>
constexpr Variant<Axpby<T>> variants[] = {
    {"plain loop", plain<T>},
    {"intrinsics", vector<T, Access{}>},
    {"intrinsics, prefetch", vector<T, Access{.prefetchBytes = 2048}>},
    {"intrinsics, streaming", vector<T, Access{.streaming = true}>},
    {"intrinsics, streaming, prefetch",
     vector<T, Access{.streaming = true, .prefetchBytes = 2048}>},
};

}  // namespace

template <>
std::span<const Variant<Axpby<double>>> axpbyVariants<double>() {
  return variants<double>;
}

template <>
std::span<const Variant<Axpby<float>>> axpbyVariants<float>() {
  return variants<float>;
}

}  // namespace native
