// Random statements: most of them compile and fit the shapes at hand.
#pragma once

#include "tests/fuzz/program.h"
#include "tests/fuzz/random.h"

namespace parax::fuzz {

class Statements {
 public:
  // Refers to a program that grows, and to the shapes of its first call.
  Statements(Random& random, const Program& program, const Shapes& shapes,
             const std::vector<ElementType>& pool)
      : random_(random), program_(program), shapes_(shapes), pool_(pool) {}

  Statement next();
  Operand variable();  // recent ones are chosen more often

 private:
  Statement unary();
  Statement binary();
  Statement math();
  Statement integral();
  Statement fma();
  Statement productSum();
  Statement compare();
  Statement select();
  Statement cast();
  Statement reduction();
  Statement function();
  Statement call(std::size_t row, const Operand& first);
  Statement full();
  Statement iota();
  Statement make();
  Statement like();
  Statement size();
  Statement compound();
  Statement copy();
  Statement assign();
  Statement extent();
  Statement get();
  Statement element();
  Statement list();
  Statement value();

  Statement besideStructural();
  Statement literals(Form form, std::int64_t count);
  void divideByNonzero(Statement& s);
  ElementType typeOf(const Operand& variable) const;
  ElementType anyType();
  int nextPlain() const;
  Operand typed(bool (*wanted)(ElementType));
  Operand literal(Number::Kind kind);
  Operand literalBeside(ElementType type);
  Operand operandBeside(const Operand& variable);
  std::vector<Operand> pairWith(const Operand& variable);
  Operand extentOperand();

  Random& random_;
  const Program& program_;
  const Shapes& shapes_;
  const std::vector<ElementType>& pool_;
};

}  // namespace parax::fuzz
