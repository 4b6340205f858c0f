// The code generator lies beside our own library, under an absolute path.
#include "runtime/backend_loader.h"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>

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

constinit std::atomic<const LoadedBackend*> known{nullptr};
constinit std::atomic<bool> ended{false};

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
  try {
    result.backend = reinterpret_cast<codegen::CreateBackend>(create)();
  } catch (const std::exception& error) {
    result.whyNot = std::string("the code generator does not start: ") + error.what();
  }
  // After loading: so this runs before the destructors of the library's own static objects.
  std::atexit([] { ended.store(true, std::memory_order_relaxed); });
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
  // Never destroyed: functions may still be called while the process ends.
  static const LoadedBackend* const loaded = new LoadedBackend(load());
  known.store(loaded, std::memory_order_release);
  return *loaded;
}

const LoadedBackend* loadedBackend() noexcept { return known.load(std::memory_order_acquire); }
bool backendEnded() noexcept { return ended.load(std::memory_order_relaxed); }

}  // namespace parax::runtime
