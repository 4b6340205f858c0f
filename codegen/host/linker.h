// Puts object files into this process with ORC and owns them there.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/MemoryBuffer.h>

#include "codegen/host/debug.h"

namespace parax::codegen::host {

// One linked object file; destroying it frees its memory.
class LinkedObject {
 public:
  virtual ~LinkedObject() = default;
  std::vector<void*> addresses;  // of the names asked for, in their order
};

class Linker : public std::enable_shared_from_this<Linker> {
 public:
  static std::shared_ptr<Linker> create();
  ~Linker();

  // Thread-safe. `externals`: functions of this process that the object calls.
  std::unique_ptr<LinkedObject> link(std::unique_ptr<llvm::MemoryBuffer> object,
                                     const std::vector<std::string>& names,
                                     const std::map<std::string, void*>& externals);

 private:
  class Linked;
  class SectionsPlugin;
  Linker();
  void define(const std::map<std::string, void*>& externals);
  void note(llvm::Error error);

  std::unique_ptr<llvm::orc::ExecutionSession> session_;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> layer_;
  std::shared_ptr<SectionsPlugin> plugin_;
  llvm::orc::JITDylib* process_ = nullptr;  // the externals, defined when first needed
  std::mutex mutex_;
  std::map<std::string, void*> defined_;
  std::uint64_t linked_ = 0;
  std::atomic<bool> lacksMemory_{false};  // the system gave none for a piece of code
  DebugSettings debug_;
};

}  // namespace parax::codegen::host
