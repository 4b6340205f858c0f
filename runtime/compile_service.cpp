// One compilation per program for all threads; a bounded cache that drops the least recently used.
#include "runtime/compile_service.h"

#include <chrono>
#include <future>
#include <list>
#include <mutex>
#include <unordered_map>

#include "parax/core/error.h"
#include "runtime/backend_loader.h"
#include "runtime/counters.h"
#include "runtime/environment.h"
#include "runtime/log.h"

namespace parax::runtime {
namespace {

using Shared = std::shared_ptr<const Executable>;

void dumpText(std::string_view title, const std::string& text) {
  std::fprintf(stderr, "---- %.*s\n%s\n", static_cast<int>(title.size()), title.data(),
               text.c_str());
}

compiler::Compilation recordFor(const std::string& name) {
  compiler::Compilation record;
  const DumpOptions& dump = environment().dump;
  if (dump.wants(name) && (dump.domain || dump.parallel))
    record.dump = [&dump, name](std::string_view pass, const std::string& text) {
      const bool isParallel = text.rfind("parallel", 0) == 0;
      if (text == "(unchanged)" || (isParallel ? dump.parallel : dump.domain))
        dumpText(name + " after " + std::string(pass), text);
    };
  return record;
}

double totalOf(const std::vector<compiler::PassRecord>& passes) {
  double sum = 0;
  for (const compiler::PassRecord& pass : passes) sum += pass.microseconds;
  return sum;
}

Shared compile(const ProgramOptions& options, const NamedProgram& named) {
  const compiler::PassOptions& passes = environment().passes;
  compiler::Compilation record = recordFor(named.name);
  if (environment().dump.domain && record.dump) record.dump("recording", ir::print(named.program));
  ir::Program domain = compiler::optimizeDomain(named.program, passes, record);
  ir::ParallelProgram loops = compiler::compileToLoops(domain, passes, record);
  CompileReport report{.name = named.name, .passes = std::move(record.passes)};
  report.passMicroseconds = totalOf(report.passes);
  if (options.interpret || backendEnded())
    return makeInterpreted(std::move(domain), std::move(loops), std::move(report));

  static std::once_flag first;
  const LoadedBackend& loaded = loadBackend();
  std::call_once(first, [&] { report.loadMicroseconds = loaded.microseconds; });
  if (!loaded.backend) throw InternalError(loaded.whyNot);
  const DumpOptions& dump = environment().dump;
  codegen::Options code{
      .name = named.name, .checked = options.checked, .fastMath = options.fastMath};
  code.keepLlvm = dump.llvm && dump.wants(named.name);
  code.keepAssembly = dump.assembly && dump.wants(named.name);
  auto compiled = loaded.backend->compile(loops, code);
  if (code.keepLlvm) dumpText(named.name + ": LLVM IR", compiled->llvmText);
  if (code.keepAssembly) dumpText(named.name + ": assembly", compiled->assemblyText);
  report.loops = compiled->info;
  report.emitMicroseconds = compiled->emitMicroseconds;
  report.codegenMicroseconds = compiled->codegenMicroseconds;
  report.linkMicroseconds = compiled->linkMicroseconds;
  count(Counter::compilations);
  log(LogLevel::info, [&] {
    return "compiled " + named.name + " in " + std::to_string(report.totalMicroseconds() / 1000) +
           " ms";
  });
  return makeCompiled(std::move(loops), std::move(compiled), std::move(report));
}

class ProgramCache {
 public:
  Obtained obtain(const std::string& key, const ProgramOptions& options,
                  const std::function<NamedProgram()>& build) {
    std::promise<Shared> promise;
    {
      std::unique_lock lock(mutex_);
      if (const auto found = entries_.find(key); found != entries_.end()) {
        order_.splice(order_.begin(), order_, found->second.order);
        const std::shared_future<Shared> program = found->second.program;
        lock.unlock();
        Obtained obtained{program.get(), true};
        count(Counter::cacheHits);
        return obtained;
      }
      insert(key, promise.get_future().share());
    }
    try {
      NamedProgram named = build();
      named.name = ownName(named.name);
      Shared program = compile(options, named);
      promise.set_value(program);
      return {std::move(program), false};
    } catch (...) {
      promise.set_exception(std::current_exception());
      erase(key);  // the next call tries again
      throw;
    }
  }

 private:
  using Order = std::list<const std::string*>;  // most recently used first
  struct Entry {
    std::shared_future<Shared> program;
    Order::iterator order;
  };

  void insert(const std::string& key, std::shared_future<Shared> program) {
    if (entries_.size() >= environment().maxPrograms) {
      const std::string oldest = *order_.back();
      order_.pop_back();
      entries_.erase(oldest);
    }
    const auto [entry, isNew] = entries_.emplace(key, Entry{std::move(program), {}});
    order_.push_front(&entry->first);
    entry->second.order = order_.begin();
  }

  // Profiles and debuggers tell programs of one line apart: blur_12, blur_12_v2, ...
  std::string ownName(const std::string& wanted) {
    const std::lock_guard lock(mutex_);
    const int count = ++named_[wanted];
    return count == 1 ? wanted : wanted + "_v" + std::to_string(count);
  }

  void erase(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return;
    order_.erase(found->second.order);
    entries_.erase(found);
  }

  std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  Order order_;
  std::unordered_map<std::string, int> named_;  // how many programs wanted a name
};

// Never destroyed: functions may still be called while the process ends.
ProgramCache& cache() {
  static auto* instance = new ProgramCache;
  return *instance;
}

}  // namespace

Obtained obtainProgram(const std::string& key, const ProgramOptions& options,
                       const std::function<NamedProgram()>& build) {
  return cache().obtain(key, options, build);
}

bool canCompile(std::string* whyNot) {
  if (loadedBackend()) return loadCompiler(whyNot);
  std::string reason;
  const bool exists = backendExists(reason);
  if (whyNot) *whyNot = reason;
  return exists;
}

bool loadCompiler(std::string* whyNot) {
  const LoadedBackend& loaded = loadBackend();
  if (whyNot) *whyNot = loaded.whyNot;
  return loaded.backend != nullptr;
}

}  // namespace parax::runtime
