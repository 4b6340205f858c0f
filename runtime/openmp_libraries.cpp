// Looks for other OpenMP libraries by name, again only after the process has loaded something.
#include "runtime/openmp_libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <system_error>

extern "C" std::size_t kmp_get_stacksize_s(void) __attribute__((weak));  // LLVM's libomp has it

namespace parax::runtime {
namespace {

using Query = int (*)();

// GCC's, Intel's and LLVM's; one of the latter two may be our own.
constexpr std::array<const char*, 3> names{"libgomp.so.1", "libiomp5.so", "libomp.so.5"};

struct Library {
  std::atomic<Query> inParallel = nullptr;  // set last: the library is known
  std::atomic<Query> maxThreads = nullptr;
};

class Libraries {
 public:
  void refresh() {
    const unsigned long long loaded = countLoaded();
    if (loaded == loaded_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    for (std::size_t k = 0; k < names.size(); ++k)
      if (!all_[k].inParallel.load(std::memory_order_relaxed)) look(names[k], all_[k]);
    loaded_.store(loaded, std::memory_order_release);
  }
  const std::array<Library, names.size()>& all() const { return all_; }

 private:
  // How many libraries the process has ever loaded.
  static unsigned long long countLoaded() {
    unsigned long long loaded = 0;
    dl_iterate_phdr([](dl_phdr_info* info, std::size_t, void* result) {
      *static_cast<unsigned long long*>(result) = info->dlpi_adds;
      return 1;  // the first one knows
    }, &loaded);
    return loaded;
  }

  // The handle is kept, so that the library stays.
  static void look(const char* name, Library& library) {
    void* const handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) return;
    const auto find = [&](const char* function) {
      return reinterpret_cast<Query>(dlsym(handle, function));
    };
    const Query inParallel = find("omp_in_parallel"), maxThreads = find("omp_get_max_threads");
    if (!inParallel || !maxThreads || inParallel == &omp_in_parallel) return;
    library.maxThreads.store(maxThreads, std::memory_order_relaxed);
    library.inParallel.store(inParallel, std::memory_order_release);
  }

  std::atomic<unsigned long long> loaded_ = 0;
  std::mutex mutex_;
  std::array<Library, names.size()> all_;
};
constinit Libraries libraries;

}  // namespace

std::string fileOf(const void* code) {
  Dl_info info{};
  if (dladdr(code, &info) == 0 || !info.dli_fname) return "unknown";
  std::error_code failed;
  const std::filesystem::path real = std::filesystem::canonical(info.dli_fname, failed);
  return failed ? info.dli_fname : real.string();
}

OtherOpenMp otherOpenMp() {
  libraries.refresh();
  OtherOpenMp result{false, 0};
  for (const Library& library : libraries.all()) {
    const Query inParallel = library.inParallel.load(std::memory_order_acquire);
    if (!inParallel) continue;
    const int asked = std::max(1, library.maxThreads.load(std::memory_order_relaxed)());
    result.inParallel = result.inParallel || inParallel() != 0;
    result.maxThreads = result.maxThreads ? std::min(result.maxThreads, asked) : asked;
  }
  return result;
}

std::string openMpDescription() {
  libraries.refresh();
  const auto pathOf = [](Query function) {
    return fileOf(reinterpret_cast<const void*>(function));
  };
  std::string text = kmp_get_stacksize_s ? "libomp (LLVM), " : "the compiler's own, ";
  text += pathOf(&omp_in_parallel);
  for (const Library& library : libraries.all())
    if (const Query inParallel = library.inParallel.load(std::memory_order_acquire))
      text += "; beside it " + pathOf(inParallel);
  return text;
}

}  // namespace parax::runtime
