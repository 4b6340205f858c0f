// A list of node, instruction or symbol numbers: up to three stand in the object itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

namespace parax::ir {

class IdList {
 public:
  IdList() = default;
  IdList(std::initializer_list<std::int32_t> list) : IdList(std::span(list.begin(), list.size())) {}
  explicit IdList(std::span<const std::int32_t> list) { assign(list); }
  IdList(const IdList& other) { assign(other); }
  IdList& operator=(const IdList& other) {
    if (this != &other) assign(other);
    return *this;
  }
  IdList(IdList&& other) noexcept = default;
  IdList& operator=(IdList&& other) noexcept = default;
  ~IdList() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int32_t* begin() { return many_ ? many_.get() : few_; }
  std::int32_t* end() { return begin() + size_; }
  const std::int32_t* begin() const { return many_ ? many_.get() : few_; }
  const std::int32_t* end() const { return begin() + size_; }
  template <std::integral I>
  std::int32_t& operator[](I k) {
    return begin()[static_cast<std::size_t>(k)];
  }
  template <std::integral I>
  std::int32_t operator[](I k) const {
    return begin()[static_cast<std::size_t>(k)];
  }
  std::int32_t back() const { return end()[-1]; }
  operator std::span<const std::int32_t>() const { return {begin(), size_}; }

  void push_back(std::int32_t id) { resize(size_ + 1), end()[-1] = id; }
  void resize(std::size_t count) {  // new ids are 0
    if (count > few && count > capacity()) {
      auto more = std::make_unique<std::int32_t[]>(std::max(count, 2 * capacity()));
      capacity_ = static_cast<std::uint16_t>(std::max(count, 2 * capacity()));
      std::copy(begin(), end(), more.get());
      many_ = std::move(more);
    }
    for (std::size_t k = size_; k < count; ++k) begin()[k] = 0;
    size_ = static_cast<std::uint16_t>(count);
  }

  friend bool operator==(const IdList& a, const IdList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static constexpr std::size_t few = 3;
  std::size_t capacity() const { return many_ ? capacity_ : few; }
  void assign(std::span<const std::int32_t> list) {
    resize(list.size());
    std::copy(list.begin(), list.end(), begin());
  }

  std::uint16_t size_ = 0, capacity_ = 0;
  std::int32_t few_[few] = {};
  std::unique_ptr<std::int32_t[]> many_;
};
static_assert(sizeof(IdList) == 24);

}  // namespace parax::ir
