// lt, le, gt, ge, eq, ne, and, or, not, select, cast.
#include "frontend/library/rows.h"

namespace parax::library {
namespace {

template <Op op>
struct Compare {
  template <class T>
  bool operator()(T a, T b) const {
    return ir::evaluateCompare<T>(op, a, b);
  }
};
template <Op op>
struct Logical {
  bool operator()(bool a, bool b) const { return ir::evaluateBinary<bool>(op, a, b); }
};
// On bytes, which are 0 or 1: g++ 12 does not vectorise `!` of bool.
struct Not {
  unsigned char operator()(unsigned char x) const { return x ^ 1; }
};
struct Select {
  template <class T>
  T operator()(bool condition, T a, T b) const {
    return condition ? a : b;
  }
};
template <class To>
struct Convert {
  template <class From>
  To operator()(From x) const {
    return ir::convert<To, From>(x);
  }
};

template <class T>
Row compareRow(Op op) {
  switch (op) {
    case Op::lt: return binaryRow<T, T, bool, Compare<Op::lt>>;
    case Op::le: return binaryRow<T, T, bool, Compare<Op::le>>;
    case Op::gt: return binaryRow<T, T, bool, Compare<Op::gt>>;
    case Op::ge: return binaryRow<T, T, bool, Compare<Op::ge>>;
    case Op::eq: return binaryRow<T, T, bool, Compare<Op::eq>>;
    case Op::ne: return binaryRow<T, T, bool, Compare<Op::ne>>;
    default: return nullptr;
  }
}

}  // namespace

Row comparisonRow(Op op, ElementType type) {
  return visitScalarType(type, [op]<class T>(T*) { return compareRow<T>(op); });
}

Row logicalRow(Op op) {
  switch (op) {
    case Op::logicalAnd: return binaryRow<bool, bool, bool, Logical<Op::logicalAnd>>;
    case Op::logicalOr: return binaryRow<bool, bool, bool, Logical<Op::logicalOr>>;
    case Op::logicalNot: return unaryRow<unsigned char, unsigned char, Not>;
    default: return nullptr;
  }
}

Row selectRow(ElementType type) {
  return visitScalarType(type,
                         []<class T>(T*) -> Row { return ternaryRow<bool, T, T, T, Select>; });
}

Row conversionRow(ElementType from, ElementType to) {
  return visitScalarType(from, [to]<class From>(From*) {
    return visitScalarType(to,
                           []<class To>(To*) -> Row { return unaryRow<From, To, Convert<To>>; });
  });
}

}  // namespace parax::library
