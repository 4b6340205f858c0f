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

std::vector<ir::Symbol> sizeClasses(std::size_t symbols,
                                    const std::vector<ir::Assumption>& assumptions) {
  SizeClasses classes(symbols);
  using Kind = ir::Assumption::Kind;
  for (const ir::Assumption& assumption : assumptions) {
    if (assumption.kind == Kind::equal) classes.unite(assumption.a, assumption.b);
    if (assumption.kind == Kind::isOne) classes.unite(assumption.a, ir::one);
  }
  std::vector<ir::Symbol> classOf(symbols);
  for (std::size_t s = 0; s < symbols; ++s) classOf[s] = classes.find(static_cast<ir::Symbol>(s));
  return classOf;
}

void unifySizes(ir::Program& program) {
  const std::vector<ir::Symbol> classOf = sizeClasses(program.symbols.size(), program.assumptions);
  for (ir::Input& input : program.inputs)
    for (ir::Symbol& s : input.dims) s = classOf[s];
  for (ir::Node& node : program.nodes) {
    for (ir::Symbol& s : node.dims) s = classOf[s];
    if (node.op == Op::extent) node.slot = classOf[node.slot];
  }
}

}  // namespace parax::compiler
