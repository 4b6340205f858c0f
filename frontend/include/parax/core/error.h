// The errors users see. Every one names the operation, what was wrong and the user's file and line.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

#include "parax/core/api.h"

namespace parax {

using SourceLocation = std::source_location;

// The base of all errors that are the user's to mend. what() ends with "[file:line]" where one is
// known.
class PARAX_API Error : public std::runtime_error {
 public:
  Error(const std::string& message, const SourceLocation& where);
  const SourceLocation& where() const noexcept { return where_; }
  const std::string& message() const noexcept { return message_; }  // without the place

 private:
  std::string message_;
  SourceLocation where_;
};

class PARAX_API ShapeError : public Error {
  using Error::Error;
};  // shapes that do not fit, sizes that overflow
class PARAX_API ElementError : public Error {
  using Error::Error;
};  // a single element: division by zero, index
class PARAX_API ArgumentError : public Error {
  using Error::Error;
};  // null or short memory, bad option, misuse
class PARAX_API MemoryError : public Error {
  using Error::Error;
};  // out of memory

// A bug in Parax: a verifier that failed, a broken invariant. Users should never see one.
class PARAX_API InternalError : public std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace parax
