// The command `parax`: looks at the Parax that is installed.
#include <parax/info.h>

#include <cstdio>
#include <exception>
#include <string>

namespace {

constexpr const char* usage =
    "usage: parax info\n"
    "  info    version, CPU, code generator, OpenMP library, threads, variables that are set\n"
    "  --help  this text\n";

int run(const std::string& command) {
  if (command == "info") {
    std::fputs(parax::info().c_str(), stdout);
    return 0;
  }
  if (command == "--help" || command == "-h" || command == "help") {
    std::fputs(usage, stdout);
    return 0;
  }
  std::fprintf(stderr, "parax: unknown command %s\n%s", command.c_str(), usage);
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 2) return run(arguments[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "parax: %s\n", error.what());
    return 1;
  }
  std::fputs(usage, stderr);
  return 2;
}
