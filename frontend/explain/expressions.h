// How an operation reads with its numbers written out: "a * 0.299", "max(a, 0)".
#pragma once

#include <span>
#include <string>

#include "frontend/recording/recorder.h"
#include "parax/core/place.h"

namespace parax::detail {

// An operation as the user wrote it: a sum that took a product in is a sum of that product.
struct WrittenOp {
  Op op;
  int arity;
  std::int32_t operand[3];  // the position of an operation, or ~slot of an input
};
WrittenOp writtenOp(const Recording& recording, std::int32_t position);
// Null if the operation is no fused sum.
const RecordedMultiplyAdd* multiplyAddAt(const Recording& recording, std::int32_t position);
// Numbers are none of the user's operations, nor is the negation in a fused difference.
bool isWritten(const RecordedOp& op);

class Expressions {
 public:
  Expressions(const Recording& recording, std::span<const Place> places);

  // Arrays and computed values are letters; where there is no number it is just the operation.
  std::string of(std::int32_t ordinal) const;
  // One that the user did not write: "to double", "size to double".
  std::string ofConversion(std::int32_t ordinal) const;
  // The two of a fused multiply-add: "a * 0.587 + c".
  std::string ofMultiplyAdd(const RecordedMultiplyAdd& fma) const;

 private:
  std::string word(std::int32_t ordinal) const;
  bool hasNumber(const WrittenOp& op) const;
  std::string operand(const WrittenOp& op, int which, const char* letter) const;
  std::string numberText(std::int32_t position) const;

  const Recording& recording_;
  std::span<const Place> places_;
};

}  // namespace parax::detail
