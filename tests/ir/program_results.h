// Compares what a program gives on all of its cases with a plain computation, bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "arrays.h"
#include "program_cases.h"

namespace parax::ir::test {

using Results = std::vector<CaseInput>;

inline void expectSame(const ArrayValue& actual, const CaseInput& wanted, const std::string& what) {
  ASSERT_EQ(actual.type, wanted.type) << what;
  ASSERT_EQ(actual.extents, wanted.extents) << what;
  ASSERT_EQ(actual.data.size(), wanted.bytes.size()) << what;
  visitScalarType(wanted.type, [&]<class T>(T*) {
    for (std::size_t k = 0; k * sizeof(T) < wanted.bytes.size(); ++k) {
      T a, w;
      std::memcpy(&a, actual.data.data() + k * sizeof(T), sizeof(T));
      std::memcpy(&w, wanted.bytes.data() + k * sizeof(T), sizeof(T));
      ASSERT_EQ(bitsOf(a), bitsOf(w)) << what << "\nelement " << k << ": " << +a << ", not " << +w;
    }
  });
}

inline void expectProgram(const std::string& name,
                          const std::function<Results(const Case&)>& compute) {
  const ParallelProgram program = readProgram(name);
  for (const Case& c : casesOf(name)) {
    const std::vector<ArrayValue> actual = interpret(program, c.views(), c.numbers);
    const Results wanted = compute(c);
    ASSERT_EQ(actual.size(), wanted.size());
    for (std::size_t k = 0; k < wanted.size(); ++k)
      expectSame(actual[k], wanted[k], name + " " + c.name() + " result " + std::to_string(k));
  }
}

}  // namespace parax::ir::test
