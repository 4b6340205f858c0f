#include "compiler/simplify.h"
#include "compiler/program_builder.h"
namespace parax::compiler {
void simplify(ir::Program& program) {
  ProgramBuilder builder(program);
  std::vector<ir::NodeId> newId;
  for (ir::Node node : program.nodes) {
    for (int k = 0; k < node.arity(); ++k) node.operand[k] = newId[node.operand[k]];
    newId.push_back(builder.add(node));
  }
  std::vector<ir::NodeId> outputs;
  for (ir::NodeId id : program.outputs) outputs.push_back(newId[id]);
  program = builder.finish(std::move(outputs));
}
}  // namespace parax::compiler
