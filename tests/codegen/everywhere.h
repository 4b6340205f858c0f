// One program in many settings: both sides of guard pages, pieces, threads, checked and not.
#pragma once

#include "harness.h"

namespace parax::codegen::test {

using Shapes = std::vector<std::vector<std::int64_t>>;

inline void checkEverywhere(const ir::ParallelProgram& p, const std::string& text,
                            const std::vector<Shapes>& shapes, Random& random, bool tame = false) {
  verify(p);
  for (const bool checked : {false, true}) {
    const auto code = backend().compile(p, {.checked = checked, .keepLlvm = true});
    for (const Shapes& shape : shapes)
      for (const auto side : {GuardedBuffer::Side::before, GuardedBuffer::Side::after})
        for (const int threads : {1, 7})
          check(p, *code, {text, shape, {.threads = threads, .side = side}, {}, tame}, random);
  }
}
inline void checkEverywhere(const std::string& text, const std::vector<Shapes>& shapes,
                            Random& random, bool tame = false) {
  checkEverywhere(ir::parseParallel(text), text, shapes, random, tame);
}

// Ordinals are not part of the text form.
inline ir::ParallelProgram numbered(const std::string& text) {
  ir::ParallelProgram p = ir::parseParallel(text);
  for (ir::Loop& loop : p.loops)
    for (std::size_t k = 0; k < loop.body().insts.size(); ++k)
      loop.body().insts[k].ordinal = static_cast<std::int32_t>(100 + k);
  return p;
}

inline std::string replaced(std::string s, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = s.find(what, at)) != std::string::npos; at += with.size())
    s.replace(at, what.size(), with);
  return s;
}

}  // namespace parax::codegen::test
