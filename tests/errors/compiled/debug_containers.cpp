// A program with checked containers of the standard library; the versions of headers and library.
#include <parax/parax.h>

#include <iostream>
#include <string_view>

using namespace parax;

int main() {
  const std::vector<double> numbers{1, 2, 3};
  const auto f = acc([](Array<double> x) { return std::tuple(x * 2.0, sum(x)); });
  const auto [twice, total] = f(Array<double>(numbers));
  const Explanation report = explain(f);
  std::size_t operations = 0;
  for (const ProgramReport& program : report.programs) operations += program.operations.size();
  const bool recorded = report.mode != "library";
  if (twice.toVector() != std::vector<double>{2, 4, 6} || total.get() != 6 ||
      operations != (recorded ? 2u : 0u) || report.text().empty()) {
    std::cerr << twice << total << report;
    return 1;
  }
  const std::string_view library = version();
  if (library != VERSION || PARAX_VERSION != PARAX_VERSION_MAJOR * 10000 +
                                                 PARAX_VERSION_MINOR * 100 + PARAX_VERSION_PATCH) {
    std::cerr << "versions: " << library << ", " << PARAX_VERSION << ", project " << VERSION
              << '\n';
    return 1;
  }
}
