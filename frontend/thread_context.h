// What one thread needs at every operation, reached with a single thread-local access.
#pragma once

#include <cstdint>

#include "parax/core/handle.h"

namespace parax::detail {

class Recorder;

// Memory of dead array states: they come and go at every operation. The first word of each is the
// link. No constructor or destructor, so that reaching it costs no check; array_state.cpp empties
// it when the thread ends.
struct StatePool {
  static constexpr int capacity = 256;
  void* first;
  int count;
  bool registered;  // the end of the thread empties it
  bool closed;      // the thread is ending

  void* take();
  void give(void* memory) noexcept;
};

struct ThreadContext {
  Recorder* recorder;    // of the accelerated function that this thread is recording
  std::uint64_t serial;  // a number for that recording; 0: none
  std::int64_t alive;    // array states that were made in that recording, on this thread
  StatePool pool;
  Factors* factors;       // of the products in the expressions that run, the latest first
  std::uint64_t product;  // the number of the last product; its upper part is the thread's
  MultiplyAddContext multiplyAdds;
};

ThreadContext& threadContext() noexcept;

}  // namespace parax::detail
