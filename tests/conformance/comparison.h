// Compares what the ways give with what the interpreter gave, and notes it in the table.
#pragma once

#include "bits.h"
#include "modes.h"
#include "table.h"

namespace parax::conformance {

// Refers to a callable that outlives it; std::function costs the C++ compiler ten times as much.
template <class R>
class Callback {
 public:
  template <class F>
  Callback(const F& f)
      : object_(&f),
        call_([](const void* object) -> R { return (*static_cast<const F*>(object))(); }) {}
  R operator()() const { return call_(object_); }

 private:
  const void* object_;
  R (*call_)(const void*);
};

enum class Call { first, later, withState, withStateAgain };

class Comparison {
 public:
  explicit Comparison(Row row) : row_(std::move(row)) {}
  // The reference's first call says what is right. After a few failures nothing more is run.
  void compare(const Way& way, Call which, Callback<Flat> run, Callback<Flat> arguments);

 private:
  Row row_;
  Flat withFma_, withoutFma_;
  int failures_ = 0;
};

}  // namespace parax::conformance
