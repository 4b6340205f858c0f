// Arrays for both sides of a comparison: aligned, on huge pages where the system grants them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace bench {

// Parax asks for huge pages from 4 MiB on; native results get them in the same way.
template <class T>
class HugeArray {
 public:
  explicit HugeArray(std::size_t count, T value = T()) : count_(count) {
    constexpr std::size_t hugePage = std::size_t(2) << 20, large = std::size_t(4) << 20;
    const std::size_t unit = count * sizeof(T) < large ? 64 : hugePage;
    const std::size_t bytes = (count * sizeof(T) + unit) / unit * unit;
    data_.reset(static_cast<T*>(std::aligned_alloc(unit, bytes)));
    if (!data_) throw std::bad_alloc();
    if (unit == hugePage) madvise(data_.get(), bytes, MADV_HUGEPAGE);
    std::uninitialized_fill_n(data_.get(), count, value);
  }
  T* data() { return data_.get(); }
  std::span<T> span() { return {data_.get(), count_}; }
  T& operator[](std::size_t k) { return data_.get()[k]; }
  std::size_t size() const { return count_; }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t count_;
};

}  // namespace bench
