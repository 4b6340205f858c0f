// Array<T, N, Place>: a dense array with value semantics. Copying is O(1); writing copies if
// shared.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <vector>

#include "parax/value.h"

namespace parax {

template <int N>
using Shape = std::array<std::int64_t, N>;

template <Element T, int N, class Place>
class Array : public detail::Expression<T, N, Place, false>,
              public detail::CompoundOperators<Array<T, N, Place>> {
  static_assert(N >= 0 && N <= detail::maxRank, "parax: the rank of an array is 0 to 8");
  static_assert(std::is_same_v<Place, Host>,
                "parax: arrays are in ordinary memory: the place Host");
  using Base = detail::Expression<T, N, Place, false>;

 public:
  using Where = SourceLocation;

  // An empty array (rank 0: the number zero).
  Array(Where where = Where::current()) : Array(zeroOf(), where) {}
  explicit Array(detail::Handle handle) : Base(std::move(handle)) {}

  Array(std::initializer_list<T> list, Where where = Where::current())
    requires(N == 1)
      : Base(copied({std::int64_t(list.size())}, {list.begin(), list.size()}, where)) {}
  Array(std::initializer_list<std::initializer_list<T>> rows, Where where = Where::current())
    requires(N == 2)
      : Base(fromRows(rows, where)) {}
  Array(std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes,
        Where where = Where::current())
    requires(N == 3)
      : Base(fromPlanes(planes, where)) {}
  Array(const std::vector<T>& elements, Where where = Where::current())
    requires(N == 1 && !std::is_same_v<T, bool>)
      : Base(copied({std::int64_t(elements.size())}, elements, where)) {}
  explicit Array(std::span<const T> elements, Where where = Where::current())
    requires(N == 1)
      : Base(copied({std::int64_t(elements.size())}, elements, where)) {}
  Array(std::span<const T> elements, const Shape<N>& shape, Where where = Where::current())
      : Base(copied(shape, elements, where)) {}
  template <detail::Number S>
  Array(S number)
    requires(N == 0 && detail::holdsNumber<T, S>)
      : Base(detail::makeScalar(detail::numberAs<T>(number))) {}
  explicit Array(const Value<T>& value)
    requires(N == 0)
      : Base(value.handle()) {}

  // Reads the user's memory in place; it must outlive every use. The first write copies.
  static Array borrow(std::span<const T> memory, const Shape<N>& shape,
                      Where where = Where::current()) {
    return Array(detail::borrow(elementTypeOf<T>, shape, memory.data(), memory.size(), where));
  }
  static Array borrow(std::span<const T> memory, Where where = Where::current())
    requires(N == 1)
  {
    return borrow(memory, {std::int64_t(memory.size())}, where);
  }

  // Sizes. In a recording a size read here is assumed at later calls, and checked.
  std::int64_t extent(int dim, Where where = Where::current()) const {
    return detail::extent(this->handle(), dim, where);
  }
  Shape<N> shape(Where where = Where::current()) const {
    Shape<N> result{};
    for (int d = 0; d < N; ++d) result[static_cast<std::size_t>(d)] = extent(d, where);
    return result;
  }
  std::int64_t size(Where where = Where::current()) const {
    return detail::elementCount(this->handle(), where);
  }

  // Reading back. In a recording these compile and run what was recorded so far.
  const T* data(Where where = Where::current()) const {
    return static_cast<const T*>(detail::data(this->handle(), where));
  }
  // For writing: un-shares this array; later copies of it are deep.
  T* mutableData(Where where = Where::current()) {
    return static_cast<T*>(detail::mutableData(this->handle(), where));
  }
  std::span<const T> span(Where where = Where::current()) const {
    return {data(where), static_cast<std::size_t>(size(where))};
  }
  std::vector<T> toVector(Where where = Where::current()) const {
    const auto all = span(where);
    return {all.begin(), all.end()};
  }
  T at(const Shape<N>& index, Where where = Where::current()) const {
    return *static_cast<const T*>(detail::element(this->handle(), index, where));
  }
  T at(std::int64_t i, Where where = Where::current()) const
    requires(N == 1)
  {
    return at(Shape<1>{i}, where);
  }

  friend std::ostream& operator<<(std::ostream& out, const Array& array) {
    detail::print(out, array.handle());
    return out;
  }

 private:
  static detail::Handle copied(const Shape<N>& shape, std::span<const T> elements,
                               const Where& where) {
    return detail::copyOf(elementTypeOf<T>, shape, elements.data(), elements.size(), where);
  }
  static Shape<N> zeroOf() { return {}; }
  Array(const Shape<N>& shape, const Where& where)
      : Base(N == 0 ? detail::makeScalar(T()) : copied(shape, {}, where)) {}

  static detail::Handle fromRows(std::initializer_list<std::initializer_list<T>> rows,
                                 const Where& where);
  static detail::Handle fromPlanes(
      std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes,
      const Where& where);
};

namespace detail {
// vector<bool> has no contiguous memory: lists of bool are gathered as bytes of the same size.
template <class T>
using Gathered = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
}  // namespace detail

template <Element T, int N, class Place>
detail::Handle Array<T, N, Place>::fromRows(std::initializer_list<std::initializer_list<T>> rows,
                                            const Where& where) {
  return fromPlanes({rows}, where);
}

template <Element T, int N, class Place>
detail::Handle Array<T, N, Place>::fromPlanes(
    std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes,
    const Where& where) {
  std::int64_t rows = -1, columns = -1;
  std::vector<detail::Gathered<T>> all;
  for (const auto& plane : planes) {
    const auto count = static_cast<std::int64_t>(plane.size());
    if (rows < 0) rows = count;
    if (rows != count)
      throw ShapeError("array from lists: planes of " + std::to_string(rows) + " and " +
                           std::to_string(count) + " rows",
                       where);
    for (const auto& row : plane) {
      const auto length = static_cast<std::int64_t>(row.size());
      if (columns < 0) columns = length;
      if (columns != length)
        throw ShapeError("array from lists: rows of " + std::to_string(columns) + " and " +
                             std::to_string(length) + " elements",
                         where);
      all.insert(all.end(), row.begin(), row.end());
    }
  }
  rows = std::max<std::int64_t>(rows, 0);
  columns = std::max<std::int64_t>(columns, 0);
  Shape<N> shape{};
  shape[N - 1] = columns;
  shape[N - 2] = rows;
  if constexpr (N == 3) shape[0] = static_cast<std::int64_t>(planes.size());
  return detail::copyOf(elementTypeOf<T>, shape, all.data(), all.size(), where);
}

}  // namespace parax
