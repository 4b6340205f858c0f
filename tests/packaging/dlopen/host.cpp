// Loads plug-ins that were named on the command line, calls them, also from threads, and unloads
// them, several times over.
#include <dlfcn.h>

#include <cstdio>
#include <thread>

namespace {

bool works(const char* plugin) {
  void* const library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
  void* const symbol = library ? dlsym(library, "pluginSum") : nullptr;
  if (!symbol) {
    std::fprintf(stderr, "%s\n", dlerror());
    return false;
  }
  const auto sum = reinterpret_cast<double (*)(long)>(symbol);
  double here = sum(1000), there = 0;
  std::thread([&] { there = sum(300'000); }).join();
  dlclose(library);
  return here == 333333000.0 && there == 8999999999900000.0;
}

}  // namespace

int main(int argc, char** argv) {
  for (int round = 0; round < 3; ++round)
    for (int k = 1; k < argc; ++k)
      if (!works(argv[k])) return 1;
}
