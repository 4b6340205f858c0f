// Domain IR: what the user meant. Whole-array operations with value semantics over symbolic shapes.
//
// Meaning of a program. Nodes are evaluated in order; a node's operands stand before it. A node is
// an immutable array of `type` and `dims` (rank 0: a scalar).
//
//   - input: the array (or Value) given in slot `slot`
//   - number: a run-time parameter, given in slot `slot`; rank 0
//   - constant: a number that is part of the structure: `bits`; rank 0
//   - full: every element is the rank-0 operand
//   - extent: the size that symbol `slot` stands for; rank 0, an int64
//   - iota: the element's index along dimension `slot`, converted to `type`
//   - pointwise: operands broadcast against each other as in NumPy: aligned at the last dimension,
//     missing dimensions and dimensions of symbol `one` repeat. The element's value is
//     scalar_ops.h's.
//   - field: field `slot` of elements of a product type; pack: elements from their fields,
//     broadcast as above. Only these, input, reduceWith and results have product types.
//   - reductions: of all elements, in the order of reduction_tree.h, which follows the axes.
//     reduceWith(array, identity, combined) combines by a function of the program itself, its
//     combiner: the pointwise, field and pack nodes of rank 0 from `left` and `right`, which have
//     the elements' type, to `combined`. They have no value of their own, stand for every pair that
//     is combined, and are not read from outside. What they read of other nodes (rank 0) is the
//     same for all pairs. Each reduceWith has its own `left` and `right`, told apart by `slot`.
//     Only an empty array gives the identity.
//
// Integers wrap. Integer division truncates, by zero is an element error, INT_MIN / -1 is INT_MIN.
// Floats are IEEE; no operation is ever contracted or reassociated: only `fma` nodes are fused.
// min and max propagate NaN and order -0 before +0. cast of float to integer saturates, NaN gives
// 0; of anything to bool is x != 0. Payload and sign of a NaN are not specified.
//
// Errors: the error of a program is the one of the first failing node in order, at its first index
// in row-major order. Nodes that no output needs may be dropped with their errors. In a combiner a
// division by zero gives 0 and the tree goes on, so that the first failing node is well defined;
// its index is 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/body.h"
#include "ir/sizes.h"
#include "parax/core/element_type.h"
#include "parax/core/op.h"

namespace parax::ir {

using NodeId = std::int32_t;

struct Node {
  Op op;
  ElementType type;
  // input, number, field: which one; extent: the symbol;
  // iota: the dimension; left, right: the combiner
  std::int32_t slot = 0;
  std::int32_t ordinal =
      none;  // position in the recording: maps to the user's line, not part of the key
  NodeId operand[3] = {none, none, none};
  Dims dims{};
  std::uint64_t bits = 0;  // constant: the number's memory, zero-extended

  int arity() const { return info(op).arity; }
};

struct Input {
  ElementType type;
  Dims dims{};
};

struct Program {
  std::vector<Size> sizes{Size::literal(1)};
  std::vector<Guard> guards;  // what its shapes rely on: sizes that are equal have one symbol
  std::vector<Input> inputs;
  std::vector<ElementType> numbers;
  std::vector<Node> nodes;
  std::vector<NodeId> outputs;
};

// The text form, e.g.
//   program {
//     symbol s1 = input 0 dim 0
//     symbol s2 = input 1 dim 0
//     symbol s3 = sub s1, s2
//     guard s3 in 0..0
//     %0 = input 0 : f64[s1]
//     %1 = number 0 : f64
//     %2 = mul %0, %1 : f64[s1]
//     %3 = constant 2 : f64
//     %4 = sum %2 : f64
//     return %2, %4
//   }
//
// Further forms:
//   symbol s2 = number 0            symbol s3 = 4             symbol s4 = result 0
//   symbol s5 = add s1, s3          (and mul, div, rem, min, max)
//   guard s1 in 1..                 (no upper bound)
//   %5 = extent s1 : i64            %6 = iota dim 1 : f64[s1, s2]   (rank 1: `iota`)
//   %7 = field 1 %6 : f64[s1]       %8 = left 0 : f64
//   unused input 1 : f64[s1]        unused number 1 : f64           (no node reads it)
// print and parse are inverse to each other (ordinals excepted; parse numbers them by position).
std::string print(const Program& program);
Program parseProgram(const std::string& text);  // throws InternalError naming line and column

// Throws InternalError naming the first broken rule:
// operand order, arity, types, broadcasts, slots.
void verify(const Program& program);

}  // namespace parax::ir
