// A recording: the operations of one accelerated call as a linear list with relative operands, and
// what stands beside it. Things are only appended.
//
// An operand is the distance back to an earlier operation (negative), so that equal parts of a
// program look equal wherever they stand, or the slot of an input array (zero and up). Numbers are
// operations of their own: their values stand aside, outside the key under which the program is
// found.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "frontend/recording/recorded_sizes.h"
#include "ir/domain.h"
#include "parax/core/error.h"
#include "parax/core/scalar.h"
#include "runtime/compile_service.h"

namespace parax::detail {

struct RecordedOp {
  Op op;
  ElementType type;
  std::uint8_t extents = 0;  // full, iota: how many, the numbers just before it; or likeArray
  std::uint8_t part = 0;     // iota, extent: the dimension; field: which one; neg: partOfNext, or 0
  std::int32_t operand[3] = {0, 0, 0};  // see value() and like() for what is no operand

  std::int32_t& value() { return operand[0]; }  // of a constant
  std::int32_t value() const { return operand[0]; }
  // extent, and what is likeArray: the array whose shape counts, as an operand.
  std::int32_t& like() { return operand[2]; }
  std::int32_t like() const { return operand[2]; }
  friend bool operator==(const RecordedOp&, const RecordedOp&) = default;
};
constexpr std::uint8_t likeArray = 255;
constexpr std::uint8_t partOfNext = 1;  // made for the multiply-add that follows
static_assert(sizeof(RecordedOp) == 16, "recorded operations are hashed and compared as bytes");

// A symbolic shape and its extents in this call.
struct RecordedShape {
  ir::Dims dims;
  std::int64_t extents[ir::maxRank] = {};
  bool made = false;  // not an input's: nothing says yet that so many bytes can be counted

  int rank() const { return dims.rank(); }
  std::span<const std::int64_t> span() const {
    return {extents, static_cast<std::size_t>(dims.rank())};
  }
};

// An array that the recording reads.
struct RecordedInput {
  ElementType type;
  std::int32_t shape = 0;
  std::int32_t argument = -1;  // which argument of the call; -1: not an argument
};

// A run-time parameter.
struct RecordedNumber {
  Scalar value;
  std::int32_t argument = -1;  // which argument of the call; -1: a number in the code
  std::int32_t position = -1;  // of its operation
};

// A sum that took a product in: the positions of both.
struct RecordedMultiplyAdd {
  std::int32_t sum, product;
  bool subtracts;     // the sum is a difference
  bool productFirst;  // a * b + c, not c + a * b
};

// An operand as it stands in a recording.
struct Placed {
  std::int32_t position;  // of the operation, or ~slot of an input
  std::int32_t shape;
};

struct Recording {
  std::vector<RecordedOp> ops;
  std::vector<std::int32_t> shapeOfOp;    // by position, as the next
  std::vector<SourceLocation> locations;  // the ordinals of programs are positions
  std::vector<RecordedShape> shapes{1};   // 0 is the shape of scalars
  RecordedSizes sizes;
  std::vector<RecordedInput> inputs;
  std::vector<RecordedNumber> numbers;            // by ascending position
  std::vector<std::int32_t> outputs;              // operations whose results are wanted
  std::vector<RecordedMultiplyAdd> multiplyAdds;  // by ascending sum

  void clear();

  // What else the operation has is set in ops.back().
  std::int32_t append(Op op, ElementType type, std::int32_t shape, const SourceLocation& where,
                      std::span<const Placed> operands = {});
  std::int32_t appendNumber(RecordedNumber number, const SourceLocation& where);
  std::int32_t addInput(ElementType type, std::span<const std::int64_t> extents,
                        std::int32_t argument);
  std::int32_t addShape(const RecordedShape& shape);  // one that no input has
  // The shape that two broadcast to; ir::none if they do not match.
  std::int32_t broadcast(std::int32_t a, std::int32_t b);
  // The number of elements, as a size.
  ir::Symbol countOf(std::int32_t shape);

  // The last operation has the shape, or tells an extent, of this array.
  void setLike(const Placed& array) {
    const auto position = static_cast<std::int32_t>(ops.size()) - 1;
    ops.back().like() = relative(array.position, position);
  }

  // Positions, or ~slot of inputs.
  std::int32_t operandOf(std::int32_t position, int which) const {
    return placeOf(position, opAt(position).operand[which]);
  }
  const RecordedOp& opAt(std::int32_t position) const {
    return ops[static_cast<std::size_t>(position)];
  }
  std::int32_t shapeAt(std::int32_t place) const {
    return place < 0 ? inputs[static_cast<std::size_t>(~place)].shape
                     : shapeOfOp[static_cast<std::size_t>(place)];
  }
  ElementType typeAt(std::int32_t place) const {
    return place < 0 ? inputs[static_cast<std::size_t>(~place)].type : opAt(place).type;
  }
  const RecordedShape& shape(std::int32_t number) const {
    return shapes[static_cast<std::size_t>(number)];
  }
  const RecordedShape& shapeOf(std::int32_t place) const { return shape(shapeAt(place)); }
  const RecordedShape& likeShapeOf(std::int32_t position) const {
    return shapeOf(placeOf(position, opAt(position).like()));
  }
  // The dims with one symbol for sizes that are equal.
  ir::Dims unifiedDims(std::int32_t place) const;
  const RecordedNumber& numberAt(std::int32_t position) const;
  // Of a number, a constant or an extent.
  Scalar valueAt(std::int32_t position) const;

 private:
  static std::int32_t placeOf(std::int32_t position, std::int32_t operand) {
    return operand < 0 ? position + operand : ~operand;
  }
  static std::int32_t relative(std::int32_t place, std::int32_t position) {
    return place < 0 ? ~place : place - position;
  }
};

// Written in place: an operation that is put together elsewhere and copied costs 20 ns.
inline std::int32_t Recording::append(Op op, ElementType type, std::int32_t shape,
                                      const SourceLocation& where,
                                      std::span<const Placed> operands) {
  const auto position = static_cast<std::int32_t>(ops.size());
  RecordedOp& recorded = ops.emplace_back(RecordedOp{op, type});
  for (std::size_t k = 0; k < operands.size(); ++k)
    recorded.operand[k] = relative(operands[k].position, position);
  shapeOfOp.push_back(shape);
  locations.push_back(where);
  return position;
}

// The recording as domain IR; only needed if its program is not in the cache.
runtime::NamedProgram buildProgram(const Recording& recording);

// Everything that decides the code, and nothing else: no values of sizes, no numbers, no source
// lines.
void makeKey(const Recording& recording, const runtime::ProgramOptions& options, std::string& key);

}  // namespace parax::detail
