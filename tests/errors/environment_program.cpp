// The program that environment_test.cpp runs: the
// README's first one, with little memory if asked to.
#include <parax/parax.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

namespace {

void limitAddressSpace(rlim_t megabytes) {
  std::ifstream statm("/proc/self/statm");
  rlim_t pages = 0;
  statm >> pages;
  const rlim_t bytes = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (megabytes << 20);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace parax;
  const int megabytes = argc > 1 ? std::atoi(argv[1]) : 0;
  if (megabytes > 0) limitAddressSpace(static_cast<rlim_t>(megabytes));
  int status = 0;
  try {
    const auto g = acc([](Array<double> x) { return x + x * x; });
    for (int k = 0; k < 3; ++k) try {
        std::cout << g(Array<double>{1, 2, 3}) << ' ' << explain(g).mode << '\n';
      } catch (const MemoryError& error) {
        std::cout << "MemoryError: " << error.what() << '\n';
        status = 4;
      }
  } catch (const ArgumentError& error) {
    std::cout << "ArgumentError: " << error.what() << '\n';
    return 3;
  }
  return status;
}
