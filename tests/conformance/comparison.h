// Compares what the ways give with what the interpreter gave, and notes it in the table.
#pragma once

#include <functional>

#include "bits.h"
#include "modes.h"
#include "table.h"

namespace parax::conformance {

enum class Call { first, later, withState, withStateAgain };

class Comparison {
 public:
  explicit Comparison(Row row) : row_(std::move(row)) {}
  // The reference's first call says what is right. After a few failures nothing more is run.
  void compare(const Way& way, Call which, const std::function<Flat()>& run,
               const std::function<std::string()>& arguments);

 private:
  Row row_;
  Flat withFma_, withoutFma_;
  int failures_ = 0;
};

}  // namespace parax::conformance
