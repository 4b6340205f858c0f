// How an operation reads with its numbers written out: "a * 0.299", "max(a, 0)".
#pragma once

#include <span>
#include <string>

#include "frontend/recording/recorder.h"
#include "parax/core/place.h"

namespace parax::detail {

class Expressions {
 public:
  Expressions(const Segment& segment, std::span<const Place> places);

  // Arrays and computed values are letters; where there is no number it is just the operation.
  std::string of(std::int32_t ordinal) const;
  // One that the user did not write: "to double", "size to double".
  std::string ofConversion(std::int32_t ordinal) const;
  // The two of a fused multiply-add: "a * 0.587 + c".
  std::string ofMultiplyAdd(const compiler::MultiplyAdd& fma) const;

 private:
  std::string word(std::int32_t ordinal) const;
  bool hasNumber(std::int32_t ordinal) const;
  std::string operand(std::int32_t ordinal, int which, const char* letter) const;
  std::string numberText(std::int32_t position) const;

  const Segment& segment_;
  std::span<const Place> places_;
};

}  // namespace parax::detail
