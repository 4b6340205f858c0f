// Parallel IR in its text form.
#include "single_operation.h"

namespace parax::codegen::test {
namespace {

std::string text(ElementType type) { return std::string(name(type)); }

}  // namespace

std::string program(Op op, ElementType from, ElementType to) {
  const int arity = info(op).arity;
  std::string s = "parallel {\n  symbol s1 = input 0 dim 0\n";
  std::string body, operands;
  for (int k = 0; k < arity; ++k) {
    const std::string n = std::to_string(k);
    const std::string type = op == Op::select && k == 0 ? "bool" : text(from);
    s += "  buffer b" + n + " = input " + n + " : " + type + "[s1]\n";
    body += "    %" + n + " = load b" + n + "[i0] : " + type + "\n";
    operands += (k ? ", %" : " %") + n;
  }
  const std::string n = std::to_string(arity);
  s += "  buffer b" + n + " = output 0 : " + text(to) + "[s1]\n  loop (i0 < s1) {\n" + body;
  s += "    %" + n + " = " + std::string(name(op)) + operands + " : " + text(to) + "\n";
  s += "    store b" + n + "[i0], %" + n + " : " + text(to) + "\n  } schedule group 0\n  return b" +
       n + "\n}\n";
  return s;
}

std::vector<std::pair<ElementType, ElementType>> typesOf(Op op) {
  std::vector<std::pair<ElementType, ElementType>> list;
  for (int f = 0; f < scalarTypeCount; ++f) {
    const auto from = static_cast<ElementType>(f);
    const bool isBool = from == ElementType::boolean;
    switch (info(op).rule) {
      case TypeRule::same:
      case TypeRule::choose: list.emplace_back(from, from); break;
      case TypeRule::compare: list.emplace_back(from, ElementType::boolean); break;
      case TypeRule::logical:
        if (isBool) list.emplace_back(from, from);
        break;
      case TypeRule::floating:
        if (isFloating(from)) list.emplace_back(from, from);
        break;
      case TypeRule::integral:
        if (isInteger(from)) list.emplace_back(from, from);
        break;
      case TypeRule::numeric:
        if (!isBool) list.emplace_back(from, from);
        break;
      case TypeRule::convert:
        for (int t = 0; t < scalarTypeCount; ++t)
          list.emplace_back(from, static_cast<ElementType>(t));
        break;
      case TypeRule::part:
      case TypeRule::whole:
      case TypeRule::given: break;
    }
  }
  return list;
}

}  // namespace parax::codegen::test
