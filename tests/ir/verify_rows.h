// A row of the verifier tests: a correct program, a change, the rule that must notice it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "parax/core/error.h"

namespace parax::ir::test {

template <class P>
struct BrokenRow {
  const char* rule;
  void (*damage)(P&);
};

template <class P>
void expectRefused(const P& good, const BrokenRow<P>& row) {
  P program = good;
  row.damage(program);
  try {
    verify(program);
    ADD_FAILURE() << "the rule '" << row.rule << "' noticed nothing";
  } catch (const InternalError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("breaks the rule '" + std::string(row.rule) + "': "), std::string::npos)
        << "expected " << row.rule << ": " << what;
  }
}

}  // namespace parax::ir::test
