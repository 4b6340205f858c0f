// Looks for another OpenMP library by name, again only after the process has loaded something.
#include "runtime/openmp_libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>

extern "C" std::size_t kmp_get_stacksize_s(void) __attribute__((weak));  // LLVM's libomp has it

namespace parax::runtime {
namespace {

using Query = int (*)();

// GCC's library is asked, if the process has it; Intel's is only allowed.
class OtherLibraries {
 public:
  struct Queries {
    Query inParallel = nullptr, maxThreads = nullptr;  // null: it is not there
  };
  Queries queries() {
    refresh();
    const Query maxThreads = maxThreads_.load(std::memory_order_acquire);
    return {inParallel_.load(std::memory_order_relaxed), maxThreads};
  }

 private:
  void refresh() {
    const unsigned long long loaded = countLoaded();
    if (loaded == loaded_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    if (!maxThreads_.load(std::memory_order_relaxed)) look();
    allowIntels();
    loaded_.store(loaded, std::memory_order_release);
  }

  // How many libraries the process has ever loaded.
  static unsigned long long countLoaded() {
    unsigned long long loaded = 0;
    dl_iterate_phdr([](dl_phdr_info* info, std::size_t, void* result) {
      *static_cast<unsigned long long*>(result) = info->dlpi_adds;
      return 1;  // the first one knows
    }, &loaded);
    return loaded;
  }

  static Query find(void* library, const char* function) {
    return reinterpret_cast<Query>(dlsym(library, function));
  }

  // The handle is kept, so that the library stays. Some distributions give a libomp this name, and
  // a question alone would start that one.
  void look() {
    void* const library = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!library || find(library, "kmp_get_stacksize_s")) return;
    const Query inParallel = find(library, "omp_in_parallel");
    const Query maxThreads = find(library, "omp_get_max_threads");
    if (!inParallel || !maxThreads || inParallel == &omp_in_parallel) return;
    inParallel_.store(inParallel, std::memory_order_relaxed);
    maxThreads_.store(maxThreads, std::memory_order_release);
  }

  // libomp ends the process when it starts and finds Intel's version of itself, unless this
  // variable is set; each has its own threads, so that the two do get along.
  static void allowIntels() {
    void* const library = dlopen("libiomp5.so", RTLD_LAZY | RTLD_NOLOAD);
    if (library && find(library, "omp_in_parallel") != &omp_in_parallel)
      setenv("KMP_DUPLICATE_LIB_OK", "TRUE", 0);
  }

  std::atomic<unsigned long long> loaded_ = 0;
  std::mutex mutex_;
  std::atomic<Query> inParallel_ = nullptr, maxThreads_ = nullptr;
};
constinit OtherLibraries others;

}  // namespace

std::string fileOf(const void* code) {
  Dl_info info{};
  if (dladdr(code, &info) == 0 || !info.dli_fname) return "unknown";
  std::error_code failed;
  const std::filesystem::path real = std::filesystem::canonical(info.dli_fname, failed);
  return failed ? info.dli_fname : real.string();
}

OtherOpenMp otherOpenMp() {
  const OtherLibraries::Queries ask = others.queries();
  if (!ask.maxThreads) return {false, 0};
  return {ask.inParallel() != 0, std::max(1, ask.maxThreads())};
}

std::string openMpDescription() {
  const auto pathOf = [](Query function) {
    return fileOf(reinterpret_cast<const void*>(function));
  };
  std::string text = kmp_get_stacksize_s ? "libomp (LLVM), " : "the compiler's own, ";
  text += pathOf(&omp_in_parallel);
  if (const Query other = others.queries().maxThreads) text += "; beside it " + pathOf(other);
  return text;
}

}  // namespace parax::runtime
