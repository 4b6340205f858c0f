// Programs of one element-wise operation, for tests that go over the op table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::codegen::test {

// y = op(inputs...), elementwise over one dimension.
std::string program(Op op, ElementType from, ElementType to);

// The types of operands and results that its rule allows.
std::vector<std::pair<ElementType, ElementType>> typesOf(Op op);

}  // namespace parax::codegen::test
