// ORC set-up. One JITDylib per object: it is the unit that is freed, and names need not be unique.
#include "codegen/host/linker.h"

#include <cmath>
#include <cstring>
#include <new>
#include <system_error>

#include <llvm/ADT/BitmaskEnum.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/MapperJITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/MemoryMapper.h>

#include "parax/core/error.h"

namespace parax::codegen::host {

namespace orc = llvm::orc;

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

namespace {

// Address space is reserved in pieces of this size, and code packed into them.
constexpr std::size_t reservation = 16 << 20;

[[noreturn]] void fail(llvm::Error error) {
  throw InternalError("linking failed: " + llvm::toString(std::move(error)));
}
template <class T>
T check(llvm::Expected<T> value) {
  if (!value) fail(value.takeError());
  return std::move(*value);
}
void check(llvm::Error error) {
  if (error) fail(std::move(error));
}

// What LLVM may call on its own.
std::map<std::string, void*> runtimeFunctions() {
  return {
      {"memcpy", reinterpret_cast<void*>(
                     static_cast<void* (*)(void*, const void*, std::size_t)>(&std::memcpy))},
      {"memset",
       reinterpret_cast<void*>(static_cast<void* (*)(void*, int, std::size_t)>(&std::memset))},
      {"fma", reinterpret_cast<void*>(static_cast<double (*)(double, double, double)>(&std::fma))},
      {"fmaf", reinterpret_cast<void*>(static_cast<float (*)(float, float, float)>(&::fmaf))},
  };
}

}  // namespace

// Constants become executable too: then a kernel is one segment, and neighbouring kernels have the
// same protection, so that the kernel keeps one mapping for many of them instead of three for each.
// For debuggers it also remembers where sections went.
class Linker::SectionsPlugin : public orc::ObjectLinkingLayer::Plugin {
 public:
  explicit SectionsPlugin(bool remember) : remember_(remember) {}

  void modifyPassConfig(orc::MaterializationResponsibility& responsibility,
                        llvm::jitlink::LinkGraph&,
                        llvm::jitlink::PassConfiguration& passes) override {
    if (remember_)
      passes.PostFixupPasses.push_back(
          [this, library = &responsibility.getTargetJITDylib()](llvm::jitlink::LinkGraph& graph) {
        const std::lock_guard lock(mutex_);
        for (llvm::jitlink::Section& section : graph.sections())
          if (const llvm::jitlink::SectionRange range(section); !range.empty())
            addresses_[library][section.getName().str()] = range.getStart().getValue();
        return llvm::Error::success();
      });
    passes.PostPrunePasses.push_back([](llvm::jitlink::LinkGraph& graph) {
      for (llvm::jitlink::Section& section : graph.sections())
        if ((section.getMemProt() & orc::MemProt::Write) == orc::MemProt::None)
          section.setMemProt(orc::MemProt::Read | orc::MemProt::Exec);
      return llvm::Error::success();
    });
  }
  llvm::Error notifyFailed(orc::MaterializationResponsibility&) override {
    return llvm::Error::success();
  }
  llvm::Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) override {}

  SectionAddresses take(orc::JITDylib& library) {
    const std::lock_guard lock(mutex_);
    return std::move(addresses_.extract(&library).mapped());
  }

 private:
  bool remember_;
  std::mutex mutex_;
  std::map<orc::JITDylib*, SectionAddresses> addresses_;
};

class Linker::Linked : public LinkedObject {
 public:
  Linked(std::shared_ptr<Linker> linker, orc::JITDylib& library)
      : linker_(std::move(linker)), library_(library) {}
  ~Linked() override {
    if (auto error = linker_->session_->removeJITDylib(library_))
      llvm::consumeError(std::move(error));
  }
  std::unique_ptr<DebugEntry> debugEntry;

 private:
  std::shared_ptr<Linker> linker_;
  orc::JITDylib& library_;
};

std::shared_ptr<Linker> Linker::create() { return std::shared_ptr<Linker>(new Linker()); }

Linker::Linker() : debug_(debugSettings()) {
  session_ =
      std::make_unique<orc::ExecutionSession>(check(orc::SelfExecutorProcessControl::Create()));
  session_->setErrorReporter([this](llvm::Error error) { note(std::move(error)); });
  layer_ = std::make_unique<orc::ObjectLinkingLayer>(
      *session_,
      check(orc::MapperJITLinkMemoryManager::CreateWithMapper<orc::InProcessMemoryMapper>(
          reservation)));
  plugin_ = std::make_shared<SectionsPlugin>(debug_.any());
  layer_->addPlugin(plugin_);
  process_ = &session_->createBareJITDylib("process");
  define(runtimeFunctions());
}

Linker::~Linker() {
  if (auto error = session_->endSession()) llvm::consumeError(std::move(error));
}

// A lookup that fails says only that it did; the reason comes this way.
void Linker::note(llvm::Error error) {
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase& reason) {
    if (reason.convertToErrorCode() == std::errc::not_enough_memory) lacksMemory_ = true;
  });
}

void Linker::define(const std::map<std::string, void*>& externals) {
  orc::SymbolMap symbols;
  for (const auto& [name, address] : externals)
    if (defined_.emplace(name, address).second)
      symbols[session_->intern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                         llvm::JITSymbolFlags::Exported};
  if (!symbols.empty()) check(process_->define(orc::absoluteSymbols(std::move(symbols))));
}

std::unique_ptr<LinkedObject> Linker::link(std::unique_ptr<llvm::MemoryBuffer> object,
                                           const std::vector<std::string>& names,
                                           const std::map<std::string, void*>& externals) {
  const std::string bytes = debug_.any() ? object->getBuffer().str() : std::string();
  std::unique_ptr<Linked> linked;
  orc::JITDylib* library;
  {
    const std::lock_guard lock(mutex_);
    define(externals);
    library = &session_->createBareJITDylib("kernel" + std::to_string(linked_++));
  }
  linked = std::make_unique<Linked>(shared_from_this(), *library);
  library->addToLinkOrder(*process_);
  check(layer_->add(*library, std::move(object)));
  orc::SymbolLookupSet wanted;
  for (const std::string& name : names) wanted.add(session_->intern(name));
  auto lookup =
      session_->lookup({{library, orc::JITDylibLookupFlags::MatchAllSymbols}}, std::move(wanted));
  if (!lookup && lacksMemory_.exchange(false)) {
    llvm::consumeError(lookup.takeError());
    throw std::bad_alloc();
  }
  const orc::SymbolMap found = check(std::move(lookup));
  for (const std::string& name : names)
    linked->addresses.push_back(found.lookup(session_->intern(name)).getAddress().toPtr<void*>());
  if (debug_.any()) linked->debugEntry = announce(debug_, bytes, names, plugin_->take(*library));
  return linked;
}

}  // namespace parax::codegen::host
