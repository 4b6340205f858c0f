// Parax and a plug-in with an OpenMP library of its own: host <plug-in> <who comes first>.
#include <dlfcn.h>
#include <parax/parax.h>

#include <cstring>
#include <iostream>

using namespace parax;

int main(int count, char** arguments) {
  if (count != 3) return 2;
  // As Python loads its modules, and as if they came before Parax.
  void* const plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!plugin) {
    std::cerr << dlerror() << '\n';
    return 2;
  }
  const auto countThreads = reinterpret_cast<int (*)()>(dlsym(plugin, "countThreads"));
  if (std::strcmp(arguments[2], "plugin") == 0 && countThreads() != 2) return 1;
  const auto f = acc([](Array<double> x) { return sum(x * x); }, Options{.threads = 2});
  std::cout << f(full<double>(2, 1'000'000)) << ' ' << countThreads() << '\n';
}
