// What people try on arrays first and what is written another way: members that say so.
#pragma once

#include <span>

#include "parax/types.h"

namespace parax::detail {

// vector<bool> has no contiguous memory: lists of bool are gathered as bytes of the same size.
template <class T>
using Gathered = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

// The elements of a C array of any rank, in memory's order.
template <class T, class C>
std::span<const T> flat(const C& elements) {
  return {reinterpret_cast<const T*>(&elements), sizeof(C) / sizeof(T)};
}

// A temporary that owns the memory it would lend.
template <class R>
concept Dying =
    !std::is_lvalue_reference_v<R> && std::ranges::range<R> && !std::ranges::borrowed_range<R>;

template <class T>
struct NoIterator {
  T& operator*() const;
  NoIterator& operator++();
  bool operator!=(const NoIterator&) const;
};

// The base of Array. What these return keeps other messages away.
template <class T>
struct ArrayMistakes {
  template <class I>
  T& operator[](const I&) const {
    static_assert(never<I>,
                  "parax: there is no []: a.at(i) or a.at({i, j}) reads an element, "
                  "a.mutableData()[i] writes one");
    __builtin_unreachable();
  }
  template <class... I>
  T& operator()(const I&...) const {
    static_assert(never<I...>,
                  "parax: a(i) is not there yet: a.at(i) or a.at({i, j}) reads an element, "
                  "a.mutableData()[i] writes one");
    __builtin_unreachable();
  }
  NoIterator<const T> begin() const {
    static_assert(never<T>, "parax: loop over the elements with for (auto x : a.span())");
    __builtin_unreachable();
  }
  NoIterator<const T> end() const;
  // if (a > 1), (a > 1) ? b : c.
  template <std::same_as<bool> B>
    requires std::is_same_v<T, bool>
  explicit operator B() && {
    static_assert(never<B>,
                  "parax: an array is no condition: if (any(c)) or if (all(c)); select(c, a, b) "
                  "for c ? a : b");
    __builtin_unreachable();
  }
};

}  // namespace parax::detail
