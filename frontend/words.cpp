// Users' words for operations: what stands in no table is called as in the IR.
#include "frontend/words.h"

namespace parax::detail {
namespace {

struct Word {
  Op op;
  const char* text;
};
constexpr Word words[] = {
    {Op::add, "+"},         {Op::sub, "-"},          {Op::mul, "*"},
    {Op::div, "/"},         {Op::rem, "%"},          {Op::neg, "-"},
    {Op::lt, "<"},          {Op::le, "<="},          {Op::gt, ">"},
    {Op::ge, ">="},         {Op::eq, "=="},          {Op::ne, "!="},
    {Op::logicalAnd, "&&"}, {Op::logicalOr, "||"},   {Op::logicalNot, "!"},
    {Op::bitAnd, "&"},      {Op::bitOr, "|"},        {Op::bitXor, "^"},
    {Op::bitNot, "~"},      {Op::shiftLeft, "<<"},   {Op::shiftRight, ">>"},
    {Op::extent, "size"},   {Op::reduceMin, "min"},  {Op::reduceMax, "max"},
    {Op::field, "part"},    {Op::pack, "complexOf"}, {Op::reduceWith, "reduce"},
};

constexpr const char* typeWords[] = {
#define ROW(name, type, ...) #type,
    PARAX_SCALAR_TYPES(ROW) PARAX_PRODUCT_TYPES(ROW)
#undef ROW
};

}  // namespace

std::string operationWord(Op op) {
  for (const Word& word : words)
    if (word.op == op) return word.text;
  return std::string(name(op));
}

std::string operationWord(Op op, ElementType type) {
  return op == Op::cast ? "cast<" + typeWord(type) + ">" : operationWord(op);
}

std::string typeWord(ElementType type) { return typeWords[static_cast<int>(type)]; }

}  // namespace parax::detail
