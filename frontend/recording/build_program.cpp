// The two forms in which a recording leaves: the key of its program, and the program in domain IR.
#include <cctype>

#include "frontend/recording/recording.h"
#include "ir/combiner.h"

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

template <class T>
void appendBytes(std::string& key, const T* data, std::size_t count) {
  key.append(reinterpret_cast<const char*>(data), count * sizeof(T));
}

// Classes say which extents are equal and which are 1; all shapes follow from them.
void appendSizes(std::string& key, const RecordedSizes& sizes) {
  ir::Symbol symbol = 0;
  for (const ir::Size& size : sizes.list()) {
    const std::int32_t fields[] = {
        static_cast<std::int32_t>(size.kind), size.isOperation() ? size.left : size.slot,
        size.isOperation() ? size.right : size.dim, sizes.classOf(symbol++)};
    appendBytes(key, fields, std::size(fields));
    if (size.kind == ir::Size::Kind::literal) appendBytes(key, &size.value, 1);
  }
}

ir::Node nodeOf(const Recording& recording, std::int32_t position) {
  const RecordedOp& op = recording.opAt(position);
  const auto inputs = static_cast<std::int32_t>(recording.inputs.size());
  ir::Node node{op.op, op.type};
  node.ordinal = op.op == Op::neg && op.part == partOfNext ? position + 1 : position;
  node.dims = recording.unifiedDims(position);
  for (int o = 0; o < node.arity(); ++o) {
    const std::int32_t place = recording.operandOf(position, o);
    node.operand[o] = place < 0 ? ~place : inputs + place;
  }
  if (op.op == Op::iota || op.op == Op::field) node.slot = op.part;
  if (op.op == Op::extent)
    node.slot = recording.sizes.classOf(recording.likeShapeOf(position).dims[op.part]);
  if (op.op == Op::constant) node.bits = recording.valueAt(position).bits;
  return node;
}

}  // namespace

void makeKey(const Recording& recording, const runtime::ProgramOptions& options, std::string& key) {
  key.clear();
  const std::uint8_t flags[] = {options.interpret, options.fastMath, options.checked};
  appendBytes(key, flags, std::size(flags));
  const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  const std::uint32_t counts[] = {count(recording.ops), count(recording.inputs),
                                  count(recording.sizes.list()), count(recording.outputs)};
  appendBytes(key, counts, std::size(counts));
  appendBytes(key, recording.ops.data(), recording.ops.size());
  for (const RecordedInput& input : recording.inputs) {
    const std::uint8_t kind[] = {static_cast<std::uint8_t>(input.type),
                                 static_cast<std::uint8_t>(recording.shape(input.shape).rank())};
    appendBytes(key, kind, std::size(kind));
  }
  appendSizes(key, recording.sizes);
  appendBytes(key, recording.outputs.data(), recording.outputs.size());
}

runtime::NamedProgram buildProgram(const Recording& recording) {
  ir::Program program;
  program.sizes = recording.sizes.list();
  for (const ir::Guard& guard : recording.sizes.guards())
    if (recording.sizes.isEquality(guard)) program.guards.push_back(guard);
  const auto inputs = static_cast<std::int32_t>(recording.inputs.size());
  for (std::int32_t slot = 0; slot < inputs; ++slot) {
    ir::Node node{Op::input, recording.typeAt(~slot)};
    node.slot = slot;
    node.dims = recording.unifiedDims(~slot);
    program.inputs.push_back({node.type, node.dims});
    program.nodes.push_back(node);
  }
  std::int32_t combiners = -1;  // the number of the last one: `left` begins the next
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(recording.ops.size()); ++k) {
    ir::Node& node = program.nodes.emplace_back(nodeOf(recording, k));
    if (node.op == Op::number) {
      node.slot = static_cast<std::int32_t>(program.numbers.size());
      program.numbers.push_back(node.type);
    } else if (ir::isParameter(node.op)) {
      combiners += node.op == Op::left;
      node.slot = combiners;
    }
  }
  for (const std::int32_t output : recording.outputs) program.outputs.push_back(inputs + output);
  const auto first = static_cast<std::size_t>(recording.outputs.front());
  return {std::move(program), nameFrom(recording.locations[first])};
}

}  // namespace parax::detail
