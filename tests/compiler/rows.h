// Before/after rows in the text form. Every row also checks that the pass is idempotent and that
// the verifier accepts what it leaves.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/domain.h"
#include "ir/parallel.h"

namespace parax::compiler::test {

// A domain program is given by its lines; the inputs below and `return` are added.
//   f64[s1]: %x %y %z    f64[s1, s2]: %m    i64[s1]: %i %j    bool[s1]: %p %q    f64: %a (input) %n
//   (number) f32[s1]: %f       i64: %k (number)
struct DomainRow {
  const char* name;
  const char* before;  // lines; the last one is "return ..."
  const char* after;
};

ir::Program domainProgram(std::string_view lines);
void checkRows(const std::vector<DomainRow>& rows, const std::function<void(ir::Program&)>& pass);

// A parallel program is written in full.
struct ParallelRow {
  const char* name;
  const char* before;
  const char* after;
};

void checkRows(const std::vector<ParallelRow>& rows,
               const std::function<void(ir::ParallelProgram&)>& pass);

}  // namespace parax::compiler::test
