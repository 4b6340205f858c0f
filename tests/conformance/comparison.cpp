#include "comparison.h"

#include <gtest/gtest.h>

#include <exception>

namespace parax::conformance {

namespace {
const char* const callNames[] = {"the first call", "a later call", "a function with state",
                                 "a function with state, again"};
}  // namespace

void Comparison::compare(const Way& way, Call which, Callback<Flat> run, Callback<Flat> arguments) {
  if (failures_ > 2) return;
  Flat& expected = way.options.fma ? withFma_ : withoutFma_;
  std::string problem;
  try {
    Flat found = run();
    if (which == Call::first && isReference(way))
      expected = std::move(found);
    else
      problem = difference(expected, found);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  Table::instance().compared(row_, way.name, problem.empty());
  if (problem.empty()) return;
  ++failures_;
  ADD_FAILURE() << row_.operation << " of " << row_.type << ", rank " << row_.rank << ", "
                << way.name << ", " << callNames[static_cast<int>(which)] << ", arguments"
                << argumentsText(arguments()) << ": " << problem;
}

}  // namespace parax::conformance
