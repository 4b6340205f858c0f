// Reductions of whole arrays, one family each; what is measured against them is in
// reduction_rows.cpp under the same names.
#pragma once

#include <array>
#include <span>

#include "operations.h"

// ROW(name, arrays it reads)
#define NATIVE_REDUCTIONS(ROW) \
  ROW(sum, x)                  \
  ROW(product, x)              \
  ROW(min, x)                  \
  ROW(max, x)                  \
  ROW(argMin, x)               \
  ROW(argMax, x)               \
  ROW(mean, x)                 \
  ROW(var, x)                  \
  ROW(dot, xy)                 \
  ROW(norm, x)                 \
  ROW(largest, x)              \
  ROW(summary, x)
#define NATIVE_BOOL_REDUCTIONS(ROW) ROW(any, x) ROW(all, x) ROW(count, x)

namespace native {

// One result, or several of one pass; int64 and uint64 as the nearest double.
using Numbers = std::array<double, 3>;
template <class T>
using Reduce = Numbers(const T* x, const T* y, std::int64_t n);

template <class T>
struct ReduceFamily {
  const char* reduction;
  const char* reads;
  std::span<const Variant<Reduce<T>>> variants;
};
template <class T>
std::span<const ReduceFamily<T>> reduceFamilies();  // T is any element type

}  // namespace native
