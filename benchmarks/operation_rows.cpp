// One row per element-wise operation of floats and of complex numbers.
#include "operation_rows.h"

#include <complex>

namespace bench {
namespace {

template <class T>
constexpr MapRow<T> rows[] = {NATIVE_NUMBER_OPERATIONS(MAP_ROW) NATIVE_FLOAT_OPERATIONS(
    MAP_ROW) NATIVE_LIBMVEC_OPERATIONS(MAP_ROW) NATIVE_LIBM_OPERATIONS(MAP_ROW)};

template <class T, class C = T>
constexpr MapRow<T> complexRows[] = {NATIVE_COMPLEX_OPERATIONS(MAP_ROW)};

}  // namespace

std::vector<Entry> floatOperationEntries() {
  std::vector<Entry> entries;
#define ADD(T) addMapRows(entries, "op", #T, rows<T>);
#define ADD_COMPLEX(T) addMapRows(entries, "complex", #T, complexRows<std::complex<T>>);
  NATIVE_FLOAT_TYPES(ADD)
  NATIVE_FLOAT_TYPES(ADD_COMPLEX)
  return entries;
}

}  // namespace bench
