// Union-find over the size symbols.
#include "compiler/size_classes.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace parax::compiler {
namespace {

// The root of a class is its smallest symbol; `one` is the smallest of all.
class SizeClasses {
 public:
  explicit SizeClasses(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  ir::Symbol find(ir::Symbol s) {
    while (parent_[s] != s) s = parent_[s] = parent_[parent_[s]];
    return s;
  }
  void unite(ir::Symbol a, ir::Symbol b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<ir::Symbol> parent_;
};

}  // namespace

void unifySizes(ir::Program& program) {
  SizeClasses classes(program.symbols.size());
  using Kind = ir::Assumption::Kind;
  for (const ir::Assumption& assumption : program.assumptions) {
    if (assumption.kind == Kind::equal) classes.unite(assumption.a, assumption.b);
    if (assumption.kind == Kind::isOne) classes.unite(assumption.a, ir::one);
  }
  for (ir::Input& input : program.inputs)
    for (ir::Symbol& s : input.dims) s = classes.find(s);
  for (ir::Node& node : program.nodes) {
    for (ir::Symbol& s : node.dims) s = classes.find(s);
    if (node.op == Op::extent) node.slot = classes.find(node.slot);
  }
}

}  // namespace parax::compiler
