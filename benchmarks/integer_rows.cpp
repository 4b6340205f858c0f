// One row per element-wise operation of integers and bool.
#include "operation_rows.h"

namespace bench {
namespace {

using namespace native;  // the types' names

template <class T>
constexpr MapRow<T> rows[] = {NATIVE_NUMBER_OPERATIONS(MAP_ROW) NATIVE_INTEGER_OPERATIONS(MAP_ROW)};

namespace boolean {
using T = bool;
constexpr MapRow<bool> rows[] = {NATIVE_LOGICAL_OPERATIONS(MAP_ROW)
                                     NATIVE_BOOL_OPERATIONS(MAP_ROW)};
}  // namespace boolean

}  // namespace

std::vector<Entry> integerOperationEntries() {
  std::vector<Entry> entries;
#define ADD(T) addMapRows(entries, "op", #T, rows<T>);
  NATIVE_INTEGER_TYPES(ADD)
  addMapRows(entries, "op", "bool", boolean::rows);
  return entries;
}

}  // namespace bench
