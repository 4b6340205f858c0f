// One row per conversion.
#include "check.h"
#include "memory.h"
#include "operations.h"
#include "pattern.h"
#include "programs.h"

namespace bench {
namespace {

using namespace native;  // the types' names
using parax::Array;

template <class From, class To>
void castRow(Suite& suite, const std::string& name, const CastFamily& family) {
  const std::size_t n = suite.breadth(sizeof(From) + sizeof(To));
  HugeArray<From> in(n);
  HugeArray<To> out(n);
  // Floats beyond bytes are among them: they saturate.
  for (std::size_t i = 0; i < n; ++i)
    if constexpr (std::is_floating_point_v<From>)
      in[i] = static_cast<From>(between(-300, 300, i, 1));
    else
      in[i] = firstOf<From>(i, Arguments::any, 1);
  const auto g = parax::acc(+[](Array<From> x) -> Array<To> { return parax::cast<To>(x); },
                            parax::Options{.threads = 1});
  const auto x = Array<From>::borrow(in.span());
  Array<To> ours;
  const auto run = [&] { ours = g(x); };
  run();
  std::vector<Contestant> natives;
  for (const auto& variant : family.variants) {
    natives.push_back({variant.name, [&, loop = variant.run] {
      loop(in.data(), out.data(), static_cast<std::int64_t>(n));
    }});
    natives.back().run();
    expectClose(name + ", " + variant.name, ours.data(), out.data(), n);
  }
  Result result{.name = name, .threads = 1, .elements = static_cast<double>(n)};
  result.bytesPerElement = sizeof(From) + sizeof(To);
  result.note = notVectorised(explain(g));
  suite.compareBreadth(result, run, natives);
}

constexpr void (*rows[])(Suite&, const std::string&, const CastFamily&) = {
#define ROW(from, to) castRow<from, to>,
    NATIVE_CASTS(ROW)
#undef ROW
};

}  // namespace

std::vector<Entry> castEntries() {
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < std::size(rows); ++k) {
    const CastFamily* family = &castFamilies()[k];
    const std::string name = std::string("cast_") + family->from + "_" + family->to;
    entries.push_back({name, [=](Suite& s, int) { rows[k](s, name, *family); }, true, true});
  }
  return entries;
}

}  // namespace bench
