// Reference-counted memory of arrays: ours, or somebody else's.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parax::runtime {

enum class PlaceKind : std::uint8_t { host };

// Who owns the memory, and whether Parax may write to it.
enum class BufferKind : std::uint8_t {
  owned,     // from allocate(), freed with the buffer
  borrowed,  // the user's, read-only to Parax
  lent,      // the user's, given to be written
};

class BufferRef;

class Buffer {
 public:
  static BufferRef allocate(std::size_t bytes);  // throws std::bad_alloc
  // `keepAlive` is held as long as the buffer; without it the user keeps the memory valid.
  static BufferRef borrow(const void* data, std::size_t bytes,
                          std::shared_ptr<const void> keepAlive = nullptr);
  static BufferRef lend(void* data, std::size_t bytes,
                        std::shared_ptr<const void> keepAlive = nullptr);

  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  PlaceKind place() const noexcept { return place_; }
  BufferKind kind() const noexcept { return kind_; }
  bool writable() const noexcept { return kind_ != BufferKind::borrowed; }
  // Whether the caller holds the only reference: what others did with theirs happened before.
  bool unique() const noexcept { return references_.load(std::memory_order_acquire) == 1; }

 private:
  friend class BufferRef;
  Buffer(void* data, std::size_t bytes, BufferKind kind, std::shared_ptr<const void> keepAlive)
      : data_(data), bytes_(bytes), kind_(kind), keepAlive_(std::move(keepAlive)) {}
  ~Buffer() = default;
  static BufferRef make(void* data, std::size_t bytes, BufferKind kind,
                        std::shared_ptr<const void> keepAlive);
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void drop() noexcept {
    // A sole owner needs no locked instruction.
    if (unique() || references_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }
  void destroy() noexcept;

  void* data_;
  std::size_t bytes_;
  std::atomic<std::uint32_t> references_{1};
  PlaceKind place_ = PlaceKind::host;
  BufferKind kind_;
  std::shared_ptr<const void> keepAlive_;
};
static_assert(sizeof(Buffer) <= 64, "a buffer's header is one cache line");

// One reference to a buffer, or none.
class BufferRef {
 public:
  BufferRef() = default;
  BufferRef(std::nullptr_t) {}
  BufferRef(const BufferRef& other) noexcept : buffer_(other.buffer_) {
    if (buffer_) buffer_->retain();
  }
  BufferRef(BufferRef&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
  BufferRef& operator=(BufferRef other) noexcept {
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~BufferRef() {
    if (buffer_) buffer_->drop();
  }

  Buffer* get() const noexcept { return buffer_; }
  Buffer* operator->() const noexcept { return buffer_; }
  Buffer& operator*() const noexcept { return *buffer_; }
  explicit operator bool() const noexcept { return buffer_ != nullptr; }
  friend bool operator==(const BufferRef&, const BufferRef&) = default;

 private:
  friend class Buffer;
  explicit BufferRef(Buffer* adopted) noexcept : buffer_(adopted) {}
  Buffer* buffer_ = nullptr;
};

}  // namespace parax::runtime
