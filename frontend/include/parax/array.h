// Array<T, N, Place>: a dense array with value semantics. Copying is O(1); writing copies if
// shared.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <vector>

#include "parax/mistakes.h"
#include "parax/value.h"

namespace parax {

template <int N>
using Shape = std::array<std::int64_t, static_cast<std::size_t>(N)>;

template <Element T, int N, class Place>
class Array<T, N, Place> : public detail::Expression<T, N, Place, false>,
                           public detail::CompoundOperators<Array<T, N, Place>>,
                           public detail::ArrayMistakes<T> {
  static_assert(N >= 0 && N <= detail::maxRank, "parax: the rank of an array is 0 to 8");
  static_assert(std::is_same_v<Place, Host>,
                "parax: arrays are in ordinary memory: the place Host");
  using Base = detail::Expression<T, N, Place, false>;

 public:
  using Where = SourceLocation;
  using Memory = std::span<const T>;

  // An empty array (rank 0: the number zero).
  Array(Where where = Where::current()) : Array(zeroOf(), where) {}
  explicit Array(detail::Handle handle) : Base(std::move(handle)) {}
  Array(const Array&) = default;
  Array(Array&&) noexcept = default;
  ~Array() = default;
  Array& operator=(const Array&) & = default;
  Array& operator=(Array&&) & noexcept = default;
  template <SameElement<T> U>
  Array(const Array<U, N, Place>& other) : Base(other.handle()) {}

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
  Array(const std::vector<bool>& elements, Where where = Where::current())
    requires(N == 1 && std::is_same_v<T, bool>)
      : Base(gathered({std::int64_t(elements.size())}, elements, where)) {}
  Array(const std::vector<bool>& elements, const Shape<N>& shape, Where where = Where::current())
    requires std::is_same_v<T, bool>
      : Base(gathered(shape, elements, where)) {}
  explicit Array(std::span<const T> elements, Where where = Where::current())
    requires(N == 1)
      : Base(copied({std::int64_t(elements.size())}, elements, where)) {}
  Array(std::span<const T> elements, const Shape<N>& shape, Where where = Where::current())
      : Base(copied(shape, elements, where)) {}
  // double c[2][3].
  template <class C>
    requires(N > 1 && std::rank_v<C> == N && std::is_same_v<std::remove_all_extents_t<C>, T>)
  explicit Array(const C& elements, Where where = Where::current())
      : Base(copied(shapeOf<C>(), detail::flat<T>(elements), where)) {}
  template <detail::Number S>
  Array(S number)
    requires(N == 0 && detail::holdsNumber<T, S>)
      : Base(detail::makeScalar(detail::numberAs<T>(number))) {}
  explicit Array(const Value<T>& value)
    requires(N == 0)
      : Base(value.handle()) {}

  // Reads the user's memory in place; it must outlive every use. The first write copies.
  static Array borrow(Memory memory, const Shape<N>& shape, Where where = Where::current()) {
    return Array(detail::borrow(elementTypeOf<T>, shape, memory.data(), memory.size(), where));
  }
  static Array borrow(Memory memory, Where where = Where::current()) {
    static_assert(N == 1, "parax: which shape? borrow(v, {n, m}) reads n rows of m elements");
    return borrow(memory, Shape<N>{std::int64_t(memory.size())}, where);
  }

  // What must not be written, and what to write; the compilers quote these lines.
  // clang-format off
  template <class U, int M> Array(const Array<U, M, Place>&) = delete;  // parax: another element type or rank: cast<T>(a) converts the elements
  Array& operator=(const Array&) && = delete;  // parax: nobody would see this assignment to a temporary
  template <detail::Dying R> static Array borrow(R&&, const Shape<N>& = {}) = delete;  // parax: this memory dies with the statement: keep it in a variable
  const T* data(Where = {}) const&& = delete;  // parax: this array dies with the statement: keep it in a variable
  T* mutableData(Where = {}) && = delete;  // parax: this array dies with the statement: keep it in a variable
  std::span<const T> span(Where = {}) const&& = delete;  // parax: this array dies with the statement: keep it in a variable, or use toVector()
  // clang-format on
  template <detail::Number S, detail::Number... More>
    requires(N > 0)
  explicit Array(S, More...) {
    static_assert(
        N > 1 || detail::never<S>,
        "parax: an array is not made from its size: zeros<T>(n) has n elements, Array<T>{n} "
        "one");
    static_assert(N == 1 || detail::never<S>,
                  "parax: rows are lists in a list, {{1, 2}, {3, 4}}; from sizes: zeros<T>(n, m)");
  }
  template <class R>
    requires(detail::Elements<R> && !std::is_convertible_v<const R&, std::span<const T>> &&
             !std::is_same_v<std::remove_all_extents_t<R>, T>)
  explicit Array(const R&, const Shape<N>& = {}) {
    static_assert(!std::is_pointer_v<R>,
                  "parax: a pointer has no size: Array<T>(std::span(p, n)) copies n elements");
    static_assert(std::is_pointer_v<R>,
                  "parax: memory of another element type, or not in one piece: Array<T> is copied "
                  "from T: cast<double>(Array<float>(v)) converts");
  }
  template <class R>
    requires(N > 1 && std::is_convertible_v<const R&, std::span<const T>>)
  explicit Array(const R&) {
    static_assert(detail::never<R>,
                  "parax: which shape? Array<T, 2>(v, {n, m}) copies n rows of m elements");
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
  const T* data(Where where = Where::current()) const& {
    return static_cast<const T*>(detail::data(this->handle(), where));
  }
  // For writing: un-shares this array; later copies of it are deep.
  T* mutableData(Where where = Where::current()) & {
    return static_cast<T*>(detail::mutableData(this->handle(), where));
  }
  std::span<const T> span(Where where = Where::current()) const& {
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

  // Exact for what is no variable: there, conversions to bool (ArrayMistakes) compete. The line is
  // the operand's.
  [[nodiscard]] friend Array operator!(Array&& a)
    requires std::is_same_v<T, bool>
  {
    return Array(detail::unary(Op::logicalNot, elementTypeOf<T>, a.handle(), {}));
  }
  [[nodiscard]] friend auto operator&&(Array&& a, bool b)
    requires std::is_same_v<T, bool>
  {
    return a.template logical<Op::logicalAnd>(b, {});
  }
  [[nodiscard]] friend auto operator||(Array&& a, bool b)
    requires std::is_same_v<T, bool>
  {
    return a.template logical<Op::logicalOr>(b, {});
  }
  [[nodiscard]] friend auto operator&&(bool a, Array&& b)
    requires std::is_same_v<T, bool>
  {
    return b.template logical<Op::logicalAnd>(a, {});
  }
  [[nodiscard]] friend auto operator||(bool a, Array&& b)
    requires std::is_same_v<T, bool>
  {
    return b.template logical<Op::logicalOr>(a, {});
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
  // vector<bool> has no memory of bools.
  static detail::Handle gathered(const Shape<N>& shape, const std::vector<bool>& elements,
                                 const Where& where) {
    const std::vector<unsigned char> all(elements.begin(), elements.end());
    return detail::copyOf(elementTypeOf<T>, shape, all.data(), all.size(), where);
  }
  template <class C>
  static Shape<N> shapeOf() {
    return []<std::size_t... d>(std::index_sequence<d...>) {
      return Shape<N>{static_cast<std::int64_t>(std::extent_v<C, d>)...};
    }(std::make_index_sequence<std::rank_v<C>>());
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

// Any other T: says which there are.
template <class T, int N, class Place>
class Array {
  static_assert(detail::isElement<T>, PARAX_ELEMENT_TYPES);

 public:
  Array(const auto&...) {}
};

}  // namespace parax
