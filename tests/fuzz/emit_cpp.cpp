// The function, one statement a line; then its calls in every mode.
#include "tests/fuzz/emit_cpp.h"

#include <cmath>
#include <cstdio>
#include <limits>

#include "tests/fuzz/folds.h"
#include "tests/fuzz/functions.h"

namespace parax::fuzz {
namespace {

// What every printed program begins with.
constexpr const char* prelude = R"(#include <parax/parax.h>

#include <complex>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace parax;
using Seen = std::vector<std::string>;

// Element i is values[i * step % values.size()]. The memory lives on: it may be borrowed.
template <class T, int N>
Array<T, N> make(std::initializer_list<T> values, std::size_t step, const Shape<N>& shape,
                 bool borrows = false) {
  std::size_t count = 1;
  for (std::int64_t n : shape) count *= static_cast<std::size_t>(n);
  T* memory = new T[count + 1];
  for (std::size_t i = 0; i < count; ++i) memory[i] = values.begin()[i * step % values.size()];
  const std::span<const T> all(memory, count);
  return borrows ? Array<T, N>::borrow(all, shape) : Array<T, N>(all, shape);
}

// An extent that is not assumed at later calls, and indices in the shape of an array.
template <class A>
Index extentValue(const A& a, int dim, SourceLocation where = SourceLocation::current()) {
  return Index(detail::extentValue(a.handle(), dim, where));
}
template <class T, class A>
auto iotaLike(const A& a, int dim, SourceLocation where = SourceLocation::current()) {
  return Array<T, A::rank>(detail::iotaLike(elementTypeOf<T>, a.handle(), dim, where));
}

template <class T>
std::string text(T x) {
  std::ostringstream out;
  if (x != x) out << "nan";
  else out << std::hexfloat << +x;
  return out.str();
}
template <class T>
std::string text(const std::complex<T>& x) {
  return '(' + text(x.real()) + ", " + text(x.imag()) + ')';
}
template <class T>
void see(Seen& seen, const char* what, const Value<T>& value) {
  seen.push_back(std::string(what) + ": " + text(value.get()));
}
template <class T, int N>
void see(Seen& seen, const char* what, const Array<T, N>& array) {
  std::string line = std::string(what) + ": shape";
  for (std::int64_t n : array.shape()) line += " " + std::to_string(n);
  line += ", elements";
  for (T x : array.span()) line += " " + text(x);
  seen.push_back(line);
}
)";

#define PARAX_FUZZ_TEXT_OF(...) #__VA_ARGS__
#define PARAX_FUZZ_TEXT(...) PARAX_FUZZ_TEXT_OF(__VA_ARGS__)
constexpr const char* folds = PARAX_FUZZ_TEXT(PARAX_FUZZ_FOLDS);

constexpr const char* ending = R"(
void compare(const char* name, const Options& options, const char* referenceName,
             const Options& referenceOptions) {
  const Seen reference = run(referenceOptions), seen = run(options);
  bool same = reference.size() == seen.size();
  for (std::size_t k = 0; k < std::min(reference.size(), seen.size()); ++k) {
    if (reference[k] == seen[k]) continue;
    same = false;
    std::cout << referenceName << ": " << reference[k] << "\n" << name << ": " << seen[k] << "\n";
  }
  std::cout << name << (same ? " is like " : " DIFFERS from ") << referenceName << "\n";
}

int main() {
  setenv("PARAX_FORCE_THREADS", "1", 1);
  for (bool fma : {false, true}) {
    const std::string with = fma ? ", fma" : "", reference = "interpret" + with;
    const Options interpret{.mode = Mode::interpret, .fma = fma};
    compare(("library" + with).c_str(), {.mode = Mode::library, .fma = fma}, reference.c_str(),
            interpret);
    for (int threads : {1, 2, 7})
      compare(("compile" + with + ", threads " + std::to_string(threads)).c_str(),
              {.mode = Mode::compile, .threads = threads, .fma = fma}, reference.c_str(),
              interpret);
    compare(("checked" + with).c_str(), {.mode = Mode::compile, .fma = fma, .checked = true},
            reference.c_str(), interpret);
  }
}
)";

std::string cppName(ElementType type) {
  constexpr const char* names[] = {
#define ROW(name, type, ...) #type,
      PARAX_SCALAR_TYPES(ROW) PARAX_PRODUCT_TYPES(ROW)
#undef ROW
  };
  return names[static_cast<int>(type)];
}
std::string cppName(const Variable& variable) {
  if (variable.isValue) return "Value<" + cppName(variable.type) + ">";
  return "Array<" + cppName(variable.type) + ", " + std::to_string(variable.rank) + ">";
}
std::string variableName(int index) { return "v" + std::to_string(index); }

template <class T>
std::string literalText(T x) {
  const std::string limits = "std::numeric_limits<" + cppName(elementTypeOf<T>) + ">::";
  if constexpr (std::is_same_v<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    if (std::is_signed_v<T> && x == std::numeric_limits<T>::min()) return limits + "min()";
    return cppName(elementTypeOf<T>) + "(" + std::to_string(x) + (std::is_signed_v<T> ? ")" : "u)");
  } else if constexpr (detail::isComplex<T>) {
    return cppName(elementTypeOf<T>) + "(" + literalText(x.real()) + ", " + literalText(x.imag()) +
           ")";
  } else {
    if (std::isnan(x)) return limits + "quiet_NaN()";
    if (std::isinf(x)) return std::string(x < 0 ? "-" : "") + limits + "infinity()";
    char text[64];
    std::snprintf(text, sizeof text, "%a", static_cast<double>(x));
    return cppName(elementTypeOf<T>) + "(" + text + ")";
  }
}
std::string literalText(const Number& number, ElementType type) {
  return visitElementType(type, [&]<class T>(T*) { return literalText(number.as<T>()); });
}
// The widest type of the number's kind.
ElementType typeOf(Number::Kind kind) {
  constexpr ElementType types[] = {ElementType::boolean, ElementType::int64, ElementType::uint64,
                                   ElementType::float64, ElementType::complex128};
  return types[static_cast<int>(kind)];
}
std::string literalText(const Number& number) { return literalText(number, typeOf(number.kind)); }

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string repeated(int number, int count) {
  return joined(std::vector<std::string>(static_cast<std::size_t>(count), std::to_string(number)));
}
int rankOf(const Statement& s, const Program& program) {
  return program.variables[static_cast<std::size_t>(s.operands[0].index)].rank;
}

// The symbol of an operator, or null for what is called by name.
const char* symbolOf(Op op) {
  constexpr std::pair<Op, const char*> symbols[] = {
      {Op::add, "+"},        {Op::sub, "-"},    {Op::neg, "-"},         {Op::mul, "*"},
      {Op::div, "/"},        {Op::rem, "%"},    {Op::bitAnd, "&"},      {Op::bitOr, "|"},
      {Op::bitXor, "^"},     {Op::bitNot, "~"}, {Op::shiftLeft, "<<"},  {Op::shiftRight, ">>"},
      {Op::lt, "<"},         {Op::le, "<="},    {Op::gt, ">"},          {Op::ge, ">="},
      {Op::eq, "=="},        {Op::ne, "!="},    {Op::logicalAnd, "&&"}, {Op::logicalOr, "||"},
      {Op::logicalNot, "!"},
  };
  for (const auto& [which, symbol] : symbols)
    if (which == op) return symbol;
  return nullptr;
}
std::string functionName(Op op) {
  if (op == Op::reduceMin) return "min";
  return op == Op::reduceMax ? "max" : std::string(name(op));
}

// Of one extent: iota<T>(n). Of more, the function under fromFunction.
std::string iotaText(const Statement& s, const std::vector<std::string>& extents) {
  if (extents.size() == 1) return "iota<" + cppName(s.type) + ">(" + extents[0] + ")";
  std::string list;
  for (const std::string& extent : extents)
    list += (list.empty() ? "Extent(" : ", Extent(") + extent + ")";
  return "detail::indices<" + cppName(s.type) + ", " + std::to_string(extents.size()) + ">({" +
         list + "}, " + std::to_string(s.dim) + ", SourceLocation::current())";
}

std::string expression(const Statement& s, const Program& program) {
  std::vector<std::string> parts;
  for (const Operand& o : s.operands)
    parts.push_back(o.isVariable()                   ? variableName(o.index)
                    : o.kind == Operand::Kind::plain ? "n" + std::to_string(o.index)
                    : s.form == Form::list           ? literalText(o.literal, s.type)
                                                     : literalText(o.literal));
  const char* symbol = symbolOf(s.op);
  switch (s.form) {
    case Form::cast:
    case Form::full:
      return std::string(name(s.op)) + "<" + cppName(s.type) + ">(" + joined(parts) + ")";
    case Form::iota: return iotaText(s, parts);
    case Form::make:
      return std::string(makers()[s.row].text) + "<" + cppName(s.type) + ">(" + joined(parts) + ")";
    case Form::iotaLike:
      return "iotaLike<" + cppName(s.type) + ">(" + parts[0] + ", " + std::to_string(s.dim) + ")";
    case Form::size: return "extentValue(" + parts[0] + ", " + std::to_string(s.dim) + ")";
    case Form::function: return std::string(functions()[s.row].text) + "(" + joined(parts) + ")";
    case Form::extent: return parts[0] + ".extent(" + std::to_string(s.dim) + ")";
    case Form::get: return parts[0] + ".get()";
    case Form::element: return parts[0] + ".at({" + repeated(s.dim, rankOf(s, program)) + "})";
    case Form::list: return "Array<" + cppName(s.type) + ", 1>{" + joined(parts) + "}";
    case Form::value: return "Value<" + cppName(s.type) + ">(" + parts[0] + ")";
    case Form::productSum: {
      const std::string product = parts[0] + " * " + parts[1], sign = std::string(" ") + symbol;
      return s.dim == 0 ? product + sign + " " + parts[2] : parts[2] + sign + " " + product;
    }
    case Form::compound: return parts[0] + (parts.size() == 2 ? " * " + parts[1] : "");
    case Form::assign:
    case Form::copy: return parts[0];
    default: break;
  }
  if (!symbol) return functionName(s.op) + "(" + joined(parts) + ")";
  if (parts.size() == 1) return symbol + parts[0];
  return parts[0] + " " + symbol + " " + parts[1];
}

std::string statementText(const Statement& s, const Program& program) {
  const std::string target = variableName(s.target), value = expression(s, program);
  if (makesPlainNumber(s)) return "const auto n" + std::to_string(s.target) + " = " + value + ";";
  if (s.form == Form::assign) return target + " = " + value + ";";
  if (s.form == Form::compound) return target + " " + symbolOf(s.op) + "= " + value + ";";
  return "auto " + target + " = " + value + ";";
}

std::string functionText(const Program& program) {
  std::string text;
  std::vector<std::string> parameters, results;
  for (std::size_t p = 0; p < program.parameters.size(); ++p) {
    const Parameter& parameter = program.parameters[p];
    const std::string type = cppName(parameter.is), name = variableName(static_cast<int>(p));
    if (parameter.outside)
      text += type + " " + name + ";\n";
    else
      parameters.push_back(type + (parameter.inOut ? "& " : " ") + name);
  }
  for (std::size_t k = 0; k < program.plainParameters.size(); ++k)
    parameters.push_back(cppName(typeOf(program.plainParameters[k])) + " n" + std::to_string(k));
  text += std::string("\nconst auto function = [") + (program.stateless ? "" : "state = 1") + "](" +
          joined(parameters) + ") {\n";
  if (!program.stateless) text += "  (void)state;\n";
  for (const Statement& s : program.statements) text += "  " + statementText(s, program) + "\n";
  for (int result : program.results) results.push_back(variableName(result));
  return text + "  return std::tuple(" + joined(results) + ");\n};\n";
}

// One call and what is seen after it.
class CallText {
 public:
  CallText(const Program& program, std::size_t c)
      : program_(program), call_(program.calls[c]), c_(c) {}

  std::string text() {
    line("{  // call " + std::to_string(c_));
    for (int p = 0; p < count(); ++p) prepare(p);
    line("  failed = true;");
    line("  try {");
    line("    auto results = f(" + arguments() + ");");
    line("    failed = false;");
    for (std::size_t k = 0; k < program_.results.size(); ++k) seeResult(k, "");
    if (call_.writesAfterwards) writes();
    line("  } catch (const Error& error) {");
    line("    seen.push_back(error.what());");
    line("  }");
    seeVariables("  ", "");
    line("}");
    return text_;
  }

 private:
  int count() const { return static_cast<int>(program_.parameters.size()); }
  void line(const std::string& text) { text_ += "  " + text + "\n"; }
  const Parameter& parameter(int p) const {
    return program_.parameters[static_cast<std::size_t>(p)];
  }
  const Passing& passing(int p) const { return call_.passing[static_cast<std::size_t>(p)]; }
  static bool moves(const Parameter& parameter, const Passing& passing) {
    return passing.kind == Passing::Kind::given && !parameter.inOut && !parameter.outside;
  }

  std::string fresh(int p) const {
    const Parameter& is = parameter(p);
    const auto size = [&](int c) {
      return std::to_string(c < 0 ? 1 : call_.sizes[static_cast<std::size_t>(c)]);
    };
    if (is.isSize) return size(is.dims[0]);
    const Data& data = call_.data[static_cast<std::size_t>(p)];
    if (is.is.isValue) return literalText(data.table[0], is.is.type);
    std::vector<std::string> values, extents;
    for (const Number& number : data.table) values.push_back(literalText(number, is.is.type));
    for (int c : is.dims) extents.push_back(size(c));
    return "make<" + cppName(is.is.type) + ", " + std::to_string(is.is.rank) + ">({" +
           joined(values) + "}, " + std::to_string(data.step) + ", {" + joined(extents) + "}" +
           (passing(p).kind == Passing::Kind::borrowed ? ", true)" : ")");
  }

  void prepare(int p) {
    const std::string name = variableName(p);
    const Passing& how = passing(p);
    if (how.kind == Passing::Kind::same) return;
    if (how.kind == Passing::Kind::shared)
      return line("  " + name + " = " + variableName(how.other) + ";");
    const bool hadValue =
        how.kind == Passing::Kind::previous && c_ > 0 &&
        !moves(parameter(p), program_.calls[c_ - 1].passing[static_cast<std::size_t>(p)]) &&
        program_.calls[c_ - 1].passing[static_cast<std::size_t>(p)].kind != Passing::Kind::same;
    line((hadValue ? "  if (failed) " : "  ") + name + " = " + fresh(p) + ";");
    if (how.kind == Passing::Kind::pinned && !parameter(p).is.isValue)
      line("  " + name + ".mutableData();");
    if (how.kind == Passing::Kind::kept)
      line("  const auto copy" + std::to_string(p) + " = " + name + ";");
  }

  std::string arguments() const {
    std::vector<std::string> list;
    for (int p = 0; p < count(); ++p) {
      if (parameter(p).outside) continue;
      const bool same = passing(p).kind == Passing::Kind::same;
      const std::string name = variableName(same ? passing(p).other : p);
      list.push_back(moves(parameter(p), passing(p)) ? "std::move(" + name + ")" : name);
    }
    for (const Number& number : call_.plain) list.push_back(literalText(number));
    return joined(list);
  }

  void see(const std::string& indent, const std::string& what, const std::string& variable) {
    line(indent + "see(seen, \"call " + std::to_string(c_) + ", " + what + "\", " + variable +
         ");");
  }
  void seeResult(std::size_t k, const std::string& when) {
    see("    ", "result " + std::to_string(k) + when,
        "std::get<" + std::to_string(k) + ">(results)");
  }
  void seeVariables(const std::string& indent, const std::string& when) {
    for (int p = 0; p < count(); ++p) {
      const bool there = !moves(parameter(p), passing(p)) && passing(p).kind != Passing::Kind::same;
      if (there) see(indent, variableName(p) + when, variableName(p));
      if (passing(p).kind == Passing::Kind::kept)
        see(indent, "copy of " + variableName(p) + when, "copy" + std::to_string(p));
    }
  }

  void writes() {
    seeVariables("    ", " before writing");
    for (std::size_t k = 0; k < program_.results.size(); ++k)
      if (program_.variables[static_cast<std::size_t>(program_.results[k])].type !=
          ElementType::boolean)
        line("    std::get<" + std::to_string(k) + ">(results) += 1;");
    for (int p = 0; p < count(); p += 2)
      if (parameter(p).is.type != ElementType::boolean && !moves(parameter(p), passing(p)) &&
          passing(p).kind != Passing::Kind::same)
        line("    " + variableName(p) + " += 1;");
    for (std::size_t k = 0; k < program_.results.size(); ++k) seeResult(k, " written to");
  }

  const Program& program_;
  const CallSpec& call_;
  std::size_t c_;
  std::string text_;
};

std::string runText(const Program& program) {
  std::string text =
      "\nSeen run(const Options& options) {\n  Seen seen;\n"
      "  const auto f = acc(function, options);\n  bool failed = true;\n";
  for (std::size_t p = 0; p < program.parameters.size(); ++p)
    if (!program.parameters[p].outside)
      text += "  " + cppName(program.parameters[p].is) + " " + variableName(static_cast<int>(p)) +
              ";\n";
  for (std::size_t c = 0; c < program.calls.size(); ++c) text += CallText(program, c).text();
  return text + "  (void)failed;\n  return seen;\n}\n";
}

}  // namespace

std::string emitCpp(const Program& program) {
  return "// parax_fuzz, seed " + std::to_string(program.seed) + "\n" + prelude + folds +
         functionText(program) + runText(program) + ending;
}

}  // namespace parax::fuzz
