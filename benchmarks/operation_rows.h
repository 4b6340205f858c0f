// A row of one element-wise operation: the operation's text over arrays, against its native loops.
#pragma once

#include <cstring>

#include "check.h"
#include "memory.h"
#include "operations.h"
#include "pattern.h"
#include "programs.h"

namespace bench {

// The text's x, y, z and c; those it does not read are x again.
template <class T, class R>
using MapProgram = parax::Array<R> (*)(parax::Array<T>, parax::Array<T>, parax::Array<T>,
                                       parax::Array<bool>);

// The arrays that a text reads.
template <class T>
struct MapData {
  MapData(std::size_t n, const char* reads, native::Arguments arguments)
      : x(n),
        y(std::strchr(reads, 'y') ? n : 0),
        z(std::strchr(reads, 'z') ? n : 0),
        c(std::strchr(reads, 'c') ? n : 0) {
    fillFirst(x, arguments);
    fillSecond(y, arguments);
    fillFirst(z, native::Arguments::any, 5);
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = scattered(i, 9) % 2 == 0;
  }
  native::Operands<T> operands() {
    const T* first = x.data();
    return {first, y.size() > 0 ? y.data() : first, z.size() > 0 ? z.data() : first,
            c.size() > 0 ? c.data() : reinterpret_cast<const bool*>(first)};
  }
  HugeArray<T> x, y, z;
  HugeArray<bool> c;
};

template <class T, class R>
void mapRow(Suite& suite, const std::string& name, const native::MapFamily<T>& family,
            MapProgram<T, R> program) {
  using parax::Array;
  std::size_t bytes = sizeof(R);
  for (const char* array = family.reads; *array; ++array) bytes += *array == 'c' ? 1 : sizeof(T);
  const std::size_t n = suite.breadth(bytes);
  MapData<T> data(n, family.reads, family.arguments);
  HugeArray<R> out(n);
  const auto x = Array<T>::borrow(data.x.span());
  const auto y = data.y.size() > 0 ? Array<T>::borrow(data.y.span()) : x;
  const auto z = data.z.size() > 0 ? Array<T>::borrow(data.z.span()) : x;
  const auto c = Array<bool>::borrow(data.c.span());
  const auto g = parax::acc(program, parax::Options{.threads = 1});
  Array<R> ours;
  const auto run = [&] { ours = g(x, y, z, c); };
  const native::Operands<T> operands = data.operands();
  run();
  std::vector<Contestant> natives;
  for (const auto& variant : family.variants) {
    natives.push_back({variant.name, [&, loop = variant.run] {
      loop(operands, out.data(), static_cast<std::int64_t>(n));
    }});
    natives.back().run();
    expectClose(name + ", " + variant.name, ours.data(), out.data(), n);
  }
  Result result{.name = name, .threads = 1, .elements = static_cast<double>(n)};
  result.bytesPerElement = static_cast<double>(bytes);
  result.scalarTarget = family.libmvec ? 3 : 0;
  result.note = notVectorised(explain(g));
  suite.compareBreadth(result, run, natives);
}

template <class T>
struct MapRow {
  void (*run)(Suite&, const std::string& name, const native::MapFamily<T>&);
};

// For tables that are templates over T, made of the lists in operations.h.
#define MAP_ROW(name, reads, R, arguments, text)                                                 \
  {[](Suite& suite, const std::string& row, const native::MapFamily<T>& family) {                \
    mapRow<T, R>(suite, row, family,                                                             \
                 []([[maybe_unused]] parax::Array<T> x, [[maybe_unused]] parax::Array<T> y,      \
                    [[maybe_unused]] parax::Array<T> z,                                          \
                    [[maybe_unused]] parax::Array<bool> c) -> parax::Array<R> { return text; }); \
  }},

// The rows and the families come from the same lists, so they are in the same order.
template <class T, std::size_t count>
void addMapRows(std::vector<Entry>& entries, const std::string& prefix, const std::string& type,
                const MapRow<T> (&rows)[count]) {
  const auto families = native::mapFamilies<T>();
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = prefix + "_" + families[k].operation + "_" + type;
    entries.push_back({name, [name, run = rows[k].run, family = &families[k]](Suite& s, int) {
      run(s, name, *family);
    }, true, true});
  }
}

}  // namespace bench
