// From the recorded list to domain IR. Only needed when a program is not in the cache.
#include <cctype>

#include "frontend/recording/recorder.h"

namespace parax::detail {
namespace {

// "blur_12": the user's file and the first recorded line, as an identifier.
std::string nameFrom(const SourceLocation& where) {
  std::string file = where.file_name();
  file = file.substr(file.rfind('/') + 1);
  file = file.substr(0, file.find('.'));
  for (char& c : file)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return file + "_" + std::to_string(where.line());
}

}  // namespace

std::uint64_t constantBits(const RecordedOp& op) {
  return visitScalarType(
      op.type, [&]<class T>(T*) { return Scalar::of(static_cast<T>(op.operand[0])).bits; });
}

runtime::NamedProgram Recorder::build() const {
  ir::Program program;
  std::int32_t combiners = -1;  // the number of the last one: `left` begins the next
  program.symbols = symbols_;
  program.assumptions = assumptions_;
  const auto inputs = static_cast<std::int32_t>(inputs_.size());
  for (std::int32_t slot = 0; slot < inputs; ++slot) {
    const RecordedInput& input = inputs_[static_cast<std::size_t>(slot)];
    const ElementType type = input.original.state()->type;
    const ir::Dims& dims = shapes_[static_cast<std::size_t>(input.shape)].dims;
    program.inputs.push_back({type, dims});
    ir::Node node{Op::input, type};
    node.slot = slot;
    node.dims = dims;
    program.nodes.push_back(node);
  }
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(ops_.size()); ++k) {
    const RecordedOp& op = ops_[static_cast<std::size_t>(k)];
    ir::Node node{op.op, op.type};
    node.ordinal = k;
    node.dims = shapes_[static_cast<std::size_t>(shapeOfOp_[static_cast<std::size_t>(k)])].dims;
    for (int o = 0; o < node.arity(); ++o)
      node.operand[o] = op.operand[o] >= 0 ? op.operand[o] : inputs + k + op.operand[o];
    if (op.op == Op::iota || op.op == Op::field) node.slot = op.axis;
    if (op.op == Op::extent) {
      const std::int32_t like = op.operand[2];
      const std::int32_t shape = like >= 0 ? inputs_[static_cast<std::size_t>(like)].shape
                                           : shapeOfOp_[static_cast<std::size_t>(k + like)];
      node.slot = shapes_[static_cast<std::size_t>(shape)].dims[op.axis];
    } else if (op.op == Op::number) {
      node.slot = static_cast<std::int32_t>(program.numbers.size());
      program.numbers.push_back(op.type);
    } else if (op.op == Op::constant) {
      node.bits = constantBits(op);
    } else if (ir::isParameter(op.op)) {
      combiners += op.op == Op::left;
      node.slot = combiners;
    }
    program.nodes.push_back(node);
  }
  for (std::int32_t output : outputs_) program.outputs.push_back(inputs + output);
  return {std::move(program), nameFrom(locations_[static_cast<std::size_t>(outputs_.front())])};
}

}  // namespace parax::detail
