// The programs in tests/ir/programs, with inputs of several shapes for each.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "ir/interpreter.h"

namespace parax::ir::test {

struct CaseInput {
  ElementType type;
  std::vector<std::int64_t> extents;
  std::vector<std::byte> bytes;

  ArrayView view() const { return {type, extents, bytes.data()}; }
  template <class T>
  std::vector<T> elements() const {
    std::vector<T> list(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
    return list;
  }
};

template <class T>
CaseInput input(std::vector<std::int64_t> extents, const std::vector<T>& elements) {
  CaseInput made{elementTypeOf<T>, std::move(extents), {}};
  made.bytes.resize(elements.size() * sizeof(T));
  if (!elements.empty()) std::memcpy(made.bytes.data(), elements.data(), made.bytes.size());
  return made;
}

struct Case {
  std::vector<CaseInput> inputs;
  std::vector<Scalar> numbers;

  std::vector<ArrayView> views() const;
  std::int64_t extent(std::size_t input, std::size_t dim) const {
    return inputs.at(input).extents.at(dim);
  }
  std::string name() const;  // the shapes and numbers, for messages
};

std::string programText(const std::string& name);
ParallelProgram readProgram(const std::string& name);  // parsed and verified

std::vector<std::string> programNames();
std::vector<Case> casesOf(const std::string& program);

// Of fail_division, fail_index and fail_condition.
Case divisionCase(const std::vector<std::int32_t>& x, std::int64_t trips);
Case gatherCase(std::int64_t rows, std::int64_t columns, const std::vector<std::int64_t>& indices,
                std::int64_t trips);
Case conditionCase(std::int64_t divisor);

// The program with these tiles in every loop that has tiles: no result may depend on them.
ParallelProgram withTiles(ParallelProgram program, std::int32_t points);

}  // namespace parax::ir::test
