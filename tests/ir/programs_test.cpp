// The programs of tests/ir/programs: their forms, and what sums, scans, scatters and regions give.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "arrays.h"
#include "ir/binary.h"
#include "parax/core/error.h"
#include "plain_orders.h"
#include "program_cases.h"
#include "program_results.h"

namespace parax::ir::test {
namespace {

std::size_t at(std::int64_t k) { return static_cast<std::size_t>(k); }

TEST(ProgramForms, TextsComeBack) {
  for (const std::string& name : programNames()) {
    const ParallelProgram program = readProgram(name);
    const std::string text = print(program);
    EXPECT_TRUE(sameProgram(parseParallel(text), program)) << name;
    EXPECT_EQ(print(parseParallel(text)), text);
    const std::string source = programText(name);
    EXPECT_EQ(source.rfind("// ", 0), 0u) << name << " does not say what it computes";
    EXPECT_EQ(source.substr(source.find("parallel")), text) << name << " is not as it is printed";
  }
}

TEST(ProgramForms, BytesComeBack) {
  for (const std::string& name : programNames()) {
    const ParallelProgram program = readProgram(name);
    const ParallelProgram again = parallelFromBytes(toBytes(program));
    EXPECT_TRUE(sameProgram(again, program)) << name;
    EXPECT_EQ(toBytes(again), toBytes(program)) << name;  // ordinals, too
  }
}

// An exception, or a program that verify accepts or refuses.
void expectNoCrash(const std::string& bytes) {
  try {
    verify(parallelFromBytes(bytes));
  } catch (const InternalError&) {
  }
}

TEST(ProgramForms, TruncatedBytesAreRefused) {
  for (const std::string& name : programNames()) {
    const std::string bytes = toBytes(readProgram(name));
    for (std::size_t n = 0; n < bytes.size(); n += bytes.size() > 4000 ? 37 : 1)
      EXPECT_THROW(parallelFromBytes(bytes.substr(0, n)), InternalError) << name << ' ' << n;
    EXPECT_THROW(parallelFromBytes(bytes + '\0'), InternalError);
  }
}

TEST(ProgramForms, ChangedBytesDoNoHarm) {
  for (const std::string& name : programNames()) {
    const std::string bytes = toBytes(readProgram(name));
    const std::size_t stride = bytes.size() / 500 + 1;
    for (std::size_t n = 0; n < bytes.size(); n += stride)
      for (unsigned mask : {0x01u, 0x80u, 0xffu}) {
        std::string changed = bytes;
        changed[n] = static_cast<char>(static_cast<unsigned char>(changed[n]) ^ mask);
        expectNoCrash(changed);
      }
  }
}

TEST(Programs, ColumnSums) {
  expectProgram("column_sums", [](const Case& c) {
    const auto x = c.inputs[0].elements<float>();
    const std::int64_t rows = c.extent(0, 0), columns = c.extent(0, 1);
    std::vector<float> sums;
    for (std::int64_t j = 0; j < columns; ++j) {
      std::vector<float> column;
      for (std::int64_t i = 0; i < rows; ++i) column.push_back(x[at(i * columns + j)]);
      sums.push_back(sumOfArray({rows}, column));
    }
    return Results{input<float>({columns}, sums)};
  });
}

TEST(Programs, MiddleSums) {
  expectProgram("middle_sums", [](const Case& c) {
    const auto x = c.inputs[0].elements<float>();
    const std::int64_t n = c.extent(0, 0), m = c.extent(0, 1), l = c.extent(0, 2);
    const auto element = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      return x[at((i * m + j) * l + k)];
    };
    std::vector<float> middle, outer;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t k = 0; k < l; ++k) {
        std::vector<float> line;
        for (std::int64_t j = 0; j < m; ++j) line.push_back(element(i, j, k));
        middle.push_back(sumOfArray({m}, line));
      }
    for (std::int64_t j = 0; j < m; ++j) {
      std::vector<float> plane;
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t k = 0; k < l; ++k) plane.push_back(element(i, j, k));
      outer.push_back(sumOfArray({n, l}, plane));
    }
    return Results{input<float>({n, l}, middle), input<float>({m}, outer)};
  });
}

TEST(Programs, Mandelbrot) {
  expectProgram("mandelbrot", [](const Case& c) {
    const auto whole = [&](std::size_t k) { return c.numbers[k].as<std::int64_t>(); };
    const auto real = [&](std::size_t k) { return c.numbers[k].as<double>(); };
    std::vector<std::int64_t> counts;
    for (std::int64_t i = 0; i < whole(0); ++i)
      for (std::int64_t j = 0; j < whole(1); ++j) {
        const double cr = std::fma(static_cast<double>(j), real(5), real(3));
        const double ci = std::fma(static_cast<double>(i), real(5), real(4));
        double zr = 0, zi = 0;
        std::int64_t n = 0;
        while (zr * zr + zi * zi < 4 && n < whole(2)) {
          const double next = (zr * zr - zi * zi) + cr;
          zi = std::fma(zr + zr, zi, ci);
          zr = next;
          ++n;
        }
        counts.push_back(n);
      }
    return Results{input<std::int64_t>({whole(0), whole(1)}, counts)};
  });
}

double squares(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> products;
  for (std::size_t k = 0; k < a.size(); ++k) products.push_back(a[k] * b[k]);
  return sumOfArray({static_cast<std::int64_t>(a.size())}, products);
}

TEST(Programs, ConjugateGradients) {
  expectProgram("conjugate_gradients", [](const Case& c) {
    std::vector<double> r = c.inputs[0].elements<double>(), p = r, x(r.size()), q(r.size());
    double rr = squares(r, r);
    std::int64_t turns = 0;
    bool done = false;
    while (turns < c.numbers[1].as<std::int64_t>() && !done) {
      for (std::size_t i = 0; i < p.size(); ++i) {
        const double left = i > 0 ? p[i - 1] : 0, right = i + 1 < p.size() ? p[i + 1] : 0;
        q[i] = std::fma(2.0, p[i], -(left + right));
      }
      const double alpha = rr / squares(p, q);
      for (std::size_t i = 0; i < p.size(); ++i) r[i] = std::fma(-alpha, q[i], r[i]);
      const double next = squares(r, r), beta = next / rr;
      rr = next;
      done = rr <= c.numbers[0].as<double>();
      ++turns;
      for (std::size_t i = 0; i < p.size(); ++i) {
        x[i] = std::fma(alpha, p[i], x[i]);
        p[i] = std::fma(beta, p[i], r[i]);
      }
    }
    return Results{input<double>({c.extent(0, 0)}, x), input<std::int64_t>({}, {turns}),
                   input<double>({}, {rr})};
  });
}

TEST(Programs, CumulativeSums) {
  expectProgram("cumulative_sums", [](const Case& c) {
    const auto x = c.inputs[0].elements<float>();
    const auto columns = at(c.extent(0, 1));
    std::vector<float> sums;
    std::vector<double> before;
    for (std::size_t row = 0; row * columns < x.size(); ++row) {
      const std::vector<float> line = slice(x, row * columns, columns);
      for (float s : scanOf(line)) sums.push_back(s);
      before.push_back(0);
      for (double s : scanOf(std::vector<double>(line.begin(), line.end()))) before.push_back(s);
      before.pop_back();
    }
    return Results{input<float>(c.inputs[0].extents, sums),
                   input<double>(c.inputs[0].extents, before)};
  });
}

TEST(Programs, Compaction) {
  expectProgram("compaction", [](const Case& c) {
    std::vector<double> kept, twice;
    for (double x : c.inputs[0].elements<double>())
      if (x > 0) kept.push_back(x);
    for (double x : kept) twice.push_back(x + x);
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(kept.size())};
    return Results{input<double>(shape, kept), input<double>(shape, twice)};
  });
}

TEST(Programs, NBody) {
  expectProgram("n_body", [](const Case& c) {
    std::vector<float> position[3], acceleration[3];
    for (std::size_t k = 0; k < 3; ++k) position[k] = c.inputs[k].elements<float>();
    const auto mass = c.inputs[3].elements<float>();
    for (std::size_t i = 0; i < mass.size(); ++i)
      for (auto axis : {0, 1, 2}) {
        std::vector<float> forces;
        for (std::size_t j = 0; j < mass.size(); ++j) {
          float d[3], square = c.numbers[0].as<float>();
          for (int k = 0; k < 3; ++k) {
            d[k] = position[k][j] - position[k][i];
            square = std::fma(d[k], d[k], square);
          }
          forces.push_back(mass[j] / (square * std::sqrt(square)) * d[axis]);
        }
        acceleration[axis].push_back(sumOfArray({c.extent(0, 0)}, forces));
      }
    Results results;
    for (const auto& a : acceleration) results.push_back(input<float>(c.inputs[0].extents, a));
    return results;
  });
}

TEST(Programs, Histogram) {
  expectProgram("histogram", [](const Case& c) {
    std::vector<std::int64_t> counts(at(c.numbers[0].as<std::int64_t>()));
    for (std::int64_t i : c.inputs[0].elements<std::int64_t>()) ++counts[at(i)];
    return Results{input<std::int64_t>({c.numbers[0].as<std::int64_t>()}, counts)};
  });
}

// Few targets: by blocks of 65536 indices, each but the first from 0.
TEST(Programs, ScatterAdd) {
  expectProgram("scatter_add", [](const Case& c) {
    auto target = c.inputs[0].elements<float>();
    const auto index = c.inputs[1].elements<std::int64_t>();
    const auto weight = c.inputs[2].elements<float>();
    const std::size_t block = target.size() > 4096 ? index.size() + 1 : 65536;
    for (std::size_t first = 0; first < index.size(); first += block) {
      std::vector<float> part(target.size());
      std::vector<float>& to = first == 0 ? target : part;
      for (std::size_t k = first; k < std::min(first + block, index.size()); ++k)
        to[at(index[k])] += weight[k];
      for (std::size_t e = 0; first > 0 && e < target.size(); ++e) target[e] += part[e];
    }
    return Results{input<float>(c.inputs[0].extents, target)};
  });
}

}  // namespace
}  // namespace parax::ir::test
