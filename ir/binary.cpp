// Writing and reading by the lists of describe.h.
#include "ir/binary.h"

#include <cstring>
#include <type_traits>

#include "ir/describe.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
 public:
  explicit Writer(bool lines) : lines_(lines) {}

  template <class... T>
  void operator()(T&... fields) {
    (write(fields), ...);
  }
  template <class T>
  void line(T& field) {
    if (lines_) write(field);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <Plain T>
  void write(const T& x) {
    bytes_.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  void write(std::string& text) { list(text); }
  void write(IdList& ids) { list(ids); }
  void write(Dims& dims) {
    write(dims.rank());
    for (Symbol s : dims) write(s);
  }
  template <class T>
  void write(std::vector<T>& items) {
    list(items);
  }
  template <class A, class B>
  void write(std::pair<A, B>& pair) {
    write(pair.first);
    write(pair.second);
  }
  template <class T>
    requires std::is_class_v<T>
  void write(T& x) {
    describe(*this, x);
  }
  template <class List>
  void list(List& items) {
    write(static_cast<std::uint32_t>(items.size()));
    for (auto& item : items) write(item);
  }

  bool lines_;
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... fields) {
    (read(fields), ...);
  }
  template <class T>
  void line(T& field) {
    read(field);
  }
  void end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() { throw InternalError("these bytes are no program"); }

  template <Plain T>
  void read(T& x) {
    if (rest_.size() < sizeof x) fail();
    if constexpr (std::is_same_v<T, bool>) {
      if (rest_[0] != 0 && rest_[0] != 1) fail();
    }
    std::memcpy(&x, rest_.data(), sizeof x);
    rest_.remove_prefix(sizeof x);
    checkRange(x);
  }
  // Tables are indexed by these; what else a number means the verifier tells.
  template <class T>
  static void checkRange(const T& x) {
    if constexpr (std::is_same_v<T, Op>)
      if (static_cast<int>(x) >= opCount) fail();
    if constexpr (std::is_same_v<T, ElementType>)
      if (static_cast<int>(x) >= elementTypeCount) fail();
    if constexpr (std::is_same_v<T, Edge>)
      if (x > Edge::constant) fail();
    if constexpr (std::is_same_v<T, Buffer::Kind>)
      if (x > Buffer::Kind::local) fail();
    if constexpr (std::is_same_v<T, Step::Kind>)
      if (x > Step::Kind::rotate) fail();
    if constexpr (std::is_same_v<T, Size::Kind>)
      if (x > Size::Kind::max) fail();
    if constexpr (std::is_same_v<T, Refusal::Kind>)
      if (x > Refusal::Kind::blocked) fail();
  }
  // Every item takes at least one byte.
  std::size_t length() {
    std::uint32_t count = 0;
    read(count);
    if (count > rest_.size()) fail();
    return count;
  }
  void read(std::string& text) {
    const std::size_t count = length();
    text.assign(rest_.substr(0, count));
    rest_.remove_prefix(count);
  }
  void read(IdList& ids) {
    const std::size_t count = length();
    ids = {};
    for (std::size_t k = 0; k < count; ++k) {
      std::int32_t id = 0;
      read(id);
      ids.push_back(id);
    }
  }
  void read(Dims& dims) {
    int rank = 0;
    read(rank);
    if (rank < 0 || rank > maxRank) fail();
    dims = {};
    for (int k = 0; k < rank; ++k) {
      Symbol s = 0;
      read(s);
      dims.push(s);
    }
  }
  template <class T>
  void read(std::vector<T>& items) {
    const std::size_t count = length();
    items.clear();
    for (std::size_t k = 0; k < count; ++k) read(items.emplace_back());
  }
  template <class A, class B>
  void read(std::pair<A, B>& pair) {
    read(pair.first);
    read(pair.second);
  }
  template <class T>
    requires std::is_class_v<T>
  void read(T& x) {
    describe(*this, x);
  }

  std::string_view rest_;
};

template <class P>
std::string write(const P& program, bool lines) {
  Writer writer(lines);
  describe(writer, const_cast<P&>(program));  // visitors of both directions share one list
  return writer.take();
}

template <class P>
P read(std::string_view bytes) {
  P program;
  Reader reader(bytes);
  describe(reader, program);
  reader.end();
  return program;
}

}  // namespace

std::string toBytes(const Program& program) { return write(program, true); }
std::string toBytes(const ParallelProgram& program) { return write(program, true); }
Program programFromBytes(std::string_view bytes) { return read<Program>(bytes); }
ParallelProgram parallelFromBytes(std::string_view bytes) { return read<ParallelProgram>(bytes); }

bool sameProgram(const Program& a, const Program& b) { return write(a, false) == write(b, false); }
bool sameProgram(const ParallelProgram& a, const ParallelProgram& b) {
  return write(a, false) == write(b, false);
}

}  // namespace parax::ir
