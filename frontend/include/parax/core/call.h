// One call of an accelerated function: replay a recorded trace, or record the function anew.
#pragma once

#include <cstring>
#include <memory>

#include "parax/core/handle.h"
#include "parax/core/place.h"
#include "parax/explain.h"
#include "parax/options.h"

namespace parax::detail {

struct CallData;  // frontend/recording/call.cpp

// What an accelerated function remembers between calls. Thread-safe.
class PARAX_API TraceCache {
 public:
  // `stateless`: traces may be replayed. `where`: of acc(...), for messages.
  static std::shared_ptr<TraceCache> create(const Options& options, bool stateless,
                                            const SourceLocation& where);
  virtual ~TraceCache() = default;

  // Whether calls on this thread are to be recorded: not in library mode, and not inside another
  // recording, which takes the operations in.
  virtual bool records() const = 0;
  virtual Explanation explain() const = 0;
};

// Around a function that is not recorded by itself: counts how deeply accelerated functions call
// each other while one is recorded, and keeps the products of the caller's expression apart.
class PARAX_API InlineDepth {
 public:
  // Throws when it is too deep. The recording learns about the function that it takes in.
  InlineDepth(const TraceCache& cache, const SourceLocation& where);
  ~InlineDepth();
  InlineDepth(const InlineDepth&) = delete;
  InlineDepth& operator=(const InlineDepth&) = delete;

 private:
  bool counts_;
  MultiplyAddContext outer_;
};

class PARAX_API Call {
 public:
  // `signature` is one object for the C++ types of function, arguments and result.
  Call(TraceCache& cache, const Signature& signature);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void addArray(Handle& variable, bool inOut);
  // A plain number: part of what a recorded trace assumes. One that the function may change,
  // or that has padding (long double), forbids remembering.
  template <class S>
  void addNumber(const std::complex<S>& number, bool inOut) {
    addNumber(number.real(), inOut);
    addNumber(number.imag(), inOut);
  }
  template <class S>
  void addNumber(const S& number, bool inOut) {
    std::uint64_t bits = 0;
    constexpr bool padded = sizeof(S) > sizeof bits;
    if constexpr (!padded) std::memcpy(&bits, &number, sizeof(S));
    addNumberBits(bits, inOut || padded);
  }

  // True if a recorded trace fits: it has run and the results wait in order.
  bool replay();
  Handle nextResult();

  // Records what `function` does and runs it; if it throws, arrays alive then get their values.
  template <class F>
  void record(F&& function) {
    begin();
    try {
      function();
      finish();
    } catch (...) {
      abandon();
      throw;
    }
  }
  void addResult(Handle& result);  // inside `function`, before it returns
  void addPlainResult();

 private:
  void addNumberBits(std::uint64_t bits, bool unstable);
  void begin();
  void restoreArguments();
  void finish();
  void abandon() noexcept;
  void settleVariables(bool failed) noexcept;

  CallData* data_;
};

}  // namespace parax::detail
