// Buffer headers, kept for reuse by the thread that dropped them.
#include "runtime/buffer.h"

#include <new>

#include "runtime/allocator.h"
#include "runtime/sanitizers.h"

namespace parax::runtime {
namespace {

// Freed headers of one thread; the first word of each is the link.
struct HeaderList {
  void* first;
  int length;
  bool registered;  // the end of the thread empties it
  bool gone;        // and buffers may die after that
};
constexpr int maxHeaders = 64;
constexpr bool keepsHeaders = !addressSanitizer;  // let asan see every use after free

[[gnu::tls_model("initial-exec")]] constinit thread_local HeaderList headers{};

void freeHeader(void* header) noexcept {
  ::operator delete(header, sizeof(Buffer), std::align_val_t(blockAlignment));
}

struct ListOwner {
  ~ListOwner() {
    headers.gone = true;
    while (headers.first)
      freeHeader(std::exchange(headers.first, *static_cast<void**>(headers.first)));
  }
  void touch() {}
};
thread_local ListOwner listOwner;

[[gnu::noinline]] void registerList() noexcept {
  headers.registered = true;
  listOwner.touch();
}

void* takeHeader() {
  if (headers.first) {
    --headers.length;
    return std::exchange(headers.first, *static_cast<void**>(headers.first));
  }
  return ::operator new(sizeof(Buffer), std::align_val_t(blockAlignment));
}

void giveHeader(void* header) noexcept {
  if (!keepsHeaders || headers.gone || headers.length == maxHeaders) return freeHeader(header);
  if (!headers.registered) [[unlikely]]
    registerList();
  *static_cast<void**>(header) = headers.first;
  headers.first = header;
  ++headers.length;
}

}  // namespace

BufferRef Buffer::make(void* data, std::size_t bytes, BufferKind kind,
                       std::shared_ptr<const void> keepAlive) {
  return BufferRef(new (takeHeader()) Buffer(data, bytes, kind, std::move(keepAlive)));
}

BufferRef Buffer::allocate(std::size_t bytes) {
  void* const header = takeHeader();
  try {
    return BufferRef(new (header)
                         Buffer(runtime::allocate(bytes), bytes, BufferKind::owned, nullptr));
  } catch (...) {
    giveHeader(header);
    throw;
  }
}

BufferRef Buffer::borrow(const void* data, std::size_t bytes,
                         std::shared_ptr<const void> keepAlive) {
  // Never written through: writable() is false.
  return make(const_cast<void*>(data), bytes, BufferKind::borrowed, std::move(keepAlive));
}

BufferRef Buffer::lend(void* data, std::size_t bytes, std::shared_ptr<const void> keepAlive) {
  return make(data, bytes, BufferKind::lent, std::move(keepAlive));
}

void Buffer::destroy() noexcept {
  if (kind_ == BufferKind::owned) release(data_, bytes_);
  this->~Buffer();
  giveHeader(this);
}

}  // namespace parax::runtime
