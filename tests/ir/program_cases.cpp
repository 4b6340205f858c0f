// Inputs: random numbers of mixed magnitudes, in shapes from empty to a few tiles and blocks.
#include "program_cases.h"

#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

namespace parax::ir::test {
namespace {

using Extents = std::vector<std::int64_t>;
using Random = std::mt19937_64;

std::size_t count(const Extents& extents) {
  std::int64_t n = 1;
  for (std::int64_t e : extents) n *= e;
  return static_cast<std::size_t>(n);
}

// Sums of them depend on the order; zeros of both signs are among them.
template <class T>
T mixed(Random& random) {
  if (random() % 16 == 0) return random() % 2 ? T(0) : -T(0);
  const T magnitude = random() % 4 == 0 ? T(1000) : T(1);
  return std::uniform_real_distribution<T>(-1, 1)(random) * magnitude;
}
template <class T>
CaseInput mixedArray(const Extents& extents, Random& random) {
  std::vector<T> list(count(extents));
  for (T& x : list) x = mixed<T>(random);
  return input<T>(extents, list);
}
template <class T>
CaseInput positiveArray(const Extents& extents, Random& random) {
  std::vector<T> list(count(extents));
  for (T& x : list) x = std::uniform_real_distribution<T>(T(0.1), 1)(random);
  return input<T>(extents, list);
}
CaseInput indexArray(std::int64_t n, std::int64_t below, Random& random) {
  std::vector<std::int64_t> list(static_cast<std::size_t>(n));
  for (std::int64_t& i : list)
    i = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
  return input<std::int64_t>({n}, list);
}
// std::vector<bool> has no memory of bools.
CaseInput maskArray(const Extents& extents, Random& random) {
  CaseInput mask{ElementType::boolean, extents, std::vector<std::byte>(count(extents))};
  for (std::byte& b : mask.bytes) b = std::byte{random() % 4 == 0};
  return mask;
}

using Cases = std::vector<Case>;

const Extents planes[] = {{0, 0}, {0, 5}, {5, 0},  {1, 1},   {1, 7},   {7, 1},
                          {2, 3}, {3, 3}, {13, 4}, {67, 17}, {131, 9}, {4, 300}};

Cases columnSums(Random& random) {
  Cases list;
  for (const Extents& shape : planes) list.push_back({{mixedArray<float>(shape, random)}, {}});
  for (const Extents& shape : {Extents{1281, 3}, {5003, 2}, {2600, 37}, {17, 1300}})
    list.push_back({{mixedArray<float>(shape, random)}, {}});
  return list;
}
Cases middleSums(Random& random) {
  Cases list;
  for (const Extents& shape : {Extents{0, 3, 2},
                               {3, 0, 2},
                               {3, 2, 0},
                               {1, 1, 1},
                               {7, 5, 3},
                               {2, 1291, 5},
                               {3, 17, 300},
                               {300, 2, 7},
                               {1, 2, 2600},
                               {41, 3, 257}})
    list.push_back({{mixedArray<float>(shape, random)}, {}});
  return list;
}
Cases harris(Random& random) {
  Cases list;
  for (const Extents& shape : planes)
    list.push_back({{mixedArray<float>(shape, random)}, {Scalar::of(0.04f)}});
  return list;
}
Cases laplace(Random& random) {
  Cases list;
  for (const Extents& shape :
       {Extents{0, 3, 3}, {1, 1, 1}, {2, 5, 3}, {3, 3, 3}, {7, 5, 11}, {5, 19, 4}})
    for (std::int64_t steps : {0, 1, 2, 5, 6, 7, 13})
      list.push_back({{mixedArray<float>(shape, random), mixedArray<float>(shape, random)},
                      {Scalar::of(0.1f), Scalar::of(steps)}});
  return list;
}
Cases wave(Random& random) {
  Cases list;
  for (const Extents& shape : planes)
    list.push_back({{mixedArray<double>(shape, random), mixedArray<double>(shape, random)},
                    {Scalar::of(0.3)}});
  return list;
}
Cases latticeBoltzmann(Random& random) {
  Cases list;
  for (const Extents& shape : planes) {
    Case made{{}, {Scalar::of(1.2f)}};
    for (int k = 0; k < 9; ++k) made.inputs.push_back(positiveArray<float>(shape, random));
    made.inputs.push_back(maskArray(shape, random));
    list.push_back(std::move(made));
  }
  return list;
}
Cases mandelbrot(Random&) {
  Cases list;
  const auto add = [&](std::int64_t rows, std::int64_t columns, std::int64_t limit, double step) {
    list.push_back({{},
                    {Scalar::of(rows), Scalar::of(columns), Scalar::of(limit), Scalar::of(-2.0),
                     Scalar::of(-1.25), Scalar::of(step)}});
  };
  add(0, 3, 9, 0.1);
  add(3, 0, 9, 0.1);
  add(1, 1, 50, 0.1);
  add(7, 5, 0, 0.1);
  add(7, 5, 1, 0.1);
  add(23, 31, 100, 0.09);
  return list;
}
Cases conjugateGradients(Random& random) {
  Cases list;
  for (std::int64_t n : {1, 2, 7, 61, 2591})
    for (std::int64_t most : {0, 1, 100})
      list.push_back({{mixedArray<double>({n}, random)}, {Scalar::of(1e-18), Scalar::of(most)}});
  return list;
}
Cases cumulativeSums(Random& random) {
  Cases list;
  for (const Extents& shape : planes) list.push_back({{mixedArray<float>(shape, random)}, {}});
  for (const Extents& shape : {Extents{2, 1280}, {3, 1281}, {2, 5003}, {1, 23000}})
    list.push_back({{mixedArray<float>(shape, random)}, {}});
  return list;
}
Cases compaction(Random& random) {
  Cases list;
  for (std::int64_t n : {0, 1, 2, 17, 64, 1280, 1283, 9001})
    list.push_back({{mixedArray<double>({n}, random)}, {}});
  list.push_back({{input<double>({3}, {-1, -2, -0.0})}, {}});  // none is left
  list.push_back({{positiveArray<double>({2600}, random)}, {}});
  return list;
}
Cases nBody(Random& random) {
  Cases list;
  for (std::int64_t n : {0, 1, 2, 17, 101})
    list.push_back({{mixedArray<float>({n}, random), mixedArray<float>({n}, random),
                     mixedArray<float>({n}, random), positiveArray<float>({n}, random)},
                    {Scalar::of(0.01f)}});
  return list;
}
Cases histogram(Random& random) {
  Cases list;
  for (std::int64_t bins : {1, 3, 251, 5000})
    for (std::int64_t n : {0, 1, 97, 70001})
      list.push_back({{indexArray(n, bins, random)}, {Scalar::of(bins)}});
  list.push_back({{indexArray(0, 1, random)}, {Scalar::of(std::int64_t{0})}});
  return list;
}
Cases scatterAdd(Random& random) {
  Cases list;
  for (std::int64_t bins : {1, 3, 251, 4096, 4097, 20011})
    for (std::int64_t n : {0, 1, 97, 65536, 140001})
      list.push_back({{mixedArray<float>({bins}, random), indexArray(n, bins, random),
                       mixedArray<float>({n}, random)},
                      {}});
  return list;
}

// A zero or two, in the first turn and later, at the ends of long arrays.
Cases failDivision(Random& random) {
  Cases list;
  for (std::int64_t trips : {0, 1, 3, 9})
    for (std::size_t n : {1u, 7u, 1000u}) {
      std::vector<std::int32_t> x(n);
      for (std::int32_t& e : x) e = static_cast<std::int32_t>(20 + random() % 50);
      list.push_back(divisionCase(x, trips));
      x[random() % n] = 3;
      x[n - 1] = 4;
      list.push_back(divisionCase(x, trips));
      x[random() % n] = 1;
      list.push_back(divisionCase(x, trips));
    }
  return list;
}
Cases failIndex(Random& random) {
  Cases list;
  for (std::int64_t trips : {0, 1, 3, 9})
    for (std::size_t n : {1u, 7u, 1000u}) {
      std::vector<std::int64_t> x(n);
      for (std::int64_t& e : x) e = static_cast<std::int64_t>(2 + random() % 9);
      list.push_back(gatherCase(40, 90, x, trips));
      list.push_back(gatherCase(13, 90, x, trips));
      list.push_back(gatherCase(40, 21, x, trips));
      x[random() % n] = -1;
      x[random() % n] = std::numeric_limits<std::int64_t>::max();
      list.push_back(gatherCase(40, 90, x, trips));
    }
  return list;
}
Cases failCondition(Random&) { return {conditionCase(0), conditionCase(1), conditionCase(7)}; }

const std::map<std::string, std::function<Cases(Random&)>> makers = {
    {"column_sums", columnSums},
    {"middle_sums", middleSums},
    {"harris", harris},
    {"laplace_plain", laplace},
    {"laplace_blocked", laplace},
    {"wave", wave},
    {"lattice_boltzmann", latticeBoltzmann},
    {"mandelbrot", mandelbrot},
    {"conjugate_gradients", conjugateGradients},
    {"cumulative_sums", cumulativeSums},
    {"compaction", compaction},
    {"n_body", nBody},
    {"histogram", histogram},
    {"scatter_add", scatterAdd},
    {"fail_division", failDivision},
    {"fail_index", failIndex},
    {"fail_condition", failCondition},
};

}  // namespace

std::vector<ArrayView> Case::views() const {
  std::vector<ArrayView> list;
  for (const CaseInput& i : inputs) list.push_back(i.view());
  return list;
}

std::string Case::name() const {
  std::ostringstream text;
  for (const CaseInput& i : inputs) {
    text << (text.str().empty() ? "[" : " [");
    for (std::size_t d = 0; d < i.extents.size(); ++d) text << (d ? ", " : "") << i.extents[d];
    text << ']';
  }
  for (const Scalar& n : numbers)
    visitScalarType(n.type, [&]<class T>(T*) { text << ' ' << +n.as<T>(); });
  return text.str();
}

std::string programText(const std::string& name) {
  std::ifstream file(std::string(PARAX_PROGRAMS) + "/" + name + ".parax");
  if (!file) throw std::runtime_error("no program " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

ParallelProgram readProgram(const std::string& name) {
  ParallelProgram program = parseParallel(programText(name));
  verify(program);
  return program;
}

std::vector<std::string> programNames() {
  std::vector<std::string> list;
  for (const auto& [name, maker] : makers) list.push_back(name);
  return list;
}

std::vector<Case> casesOf(const std::string& program) {
  Random random(std::hash<std::string>()(program));
  return makers.at(program)(random);
}

Case divisionCase(const std::vector<std::int32_t>& x, std::int64_t trips) {
  return {{input<std::int32_t>({static_cast<std::int64_t>(x.size())}, x)},
          {Scalar::of(std::int32_t{100}), Scalar::of(trips)}};
}

Case gatherCase(std::int64_t rows, std::int64_t columns, const std::vector<std::int64_t>& indices,
                std::int64_t trips) {
  const std::vector<float> x(static_cast<std::size_t>(rows * columns), 1.5f);
  return {{input<float>({rows, columns}, x),
           input<std::int64_t>({static_cast<std::int64_t>(indices.size())}, indices)},
          {Scalar::of(trips)}};
}

Case conditionCase(std::int64_t divisor) {
  return {{input<std::int64_t>({}, {divisor})}, {Scalar::of(std::int64_t{1} << 60)}};
}

ParallelProgram withTiles(ParallelProgram program, std::int32_t points) {
  for (Loop& loop : program.loops)
    for (std::int32_t& tile : loop.schedule.tile)
      if (tile != 0) tile = points;
  verify(program);
  return program;
}

}  // namespace parax::ir::test
