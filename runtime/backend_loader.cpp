// The code generator lies beside our own library, under an absolute path.
#include "runtime/backend_loader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <chrono>

#include "runtime/environment.h"

namespace parax::runtime {
namespace {

std::string libraryPath() {
  if (!environment().codegenPath.empty()) return environment().codegenPath;
  Dl_info self{};
  dladdr(reinterpret_cast<const void*>(&loadBackend), &self);
  const std::string path = self.dli_fname ? self.dli_fname : "";
  return path.substr(0, path.rfind('/') + 1) + "libparax_codegen.so";
}

LoadedBackend load() {
  LoadedBackend result;
  if (!backendExists(result.whyNot)) return result;
  const auto start = std::chrono::steady_clock::now();
  void* library = dlopen(libraryPath().c_str(), RTLD_NOW | RTLD_LOCAL);
  void* create = library ? dlsym(library, codegen::createBackendSymbol) : nullptr;
  if (!create) {
    const char* reason = dlerror();
    result.whyNot = std::string("the code generator does not load: ") + (reason ? reason : "");
    return result;
  }
  result.backend = reinterpret_cast<codegen::CreateBackend>(create)();
  result.microseconds =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

bool backendExists(std::string& whyNot) {
  const std::string path = libraryPath();
  if (access(path.c_str(), R_OK) == 0) return true;
  whyNot = "there is no code generator (" + path +
           "): Parax was built without LLVM, or it is not installed";
  return false;
}

const LoadedBackend& loadBackend() {
  static const LoadedBackend loaded = load();
  return loaded;
}

}  // namespace parax::runtime
