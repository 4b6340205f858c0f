// The debugger's JIT interface and perf's map file.
//
// gdb stops at __jit_debug_register_code whenever an object is added or removed, and reads the ELF
// images listed in __jit_debug_descriptor. An image is the linked object file with the sections'
// addresses entered into its section headers.
#include "codegen/host/debug.h"

#include <elf.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

// The layout and names are the debugger's.
extern "C" {
struct jit_code_entry {
  jit_code_entry* next;
  jit_code_entry* prev;
  const char* image;
  std::uint64_t size;
};
struct jit_descriptor {
  std::uint32_t version;
  std::uint32_t action;  // 1: registered, 2: unregistered
  jit_code_entry* relevant;
  jit_code_entry* first;
};
[[gnu::visibility("default"), gnu::used]] jit_descriptor __jit_debug_descriptor = {1, 0, nullptr,
                                                                                   nullptr};
[[gnu::visibility("default"), gnu::used, gnu::noinline]] void __jit_debug_register_code() {
  asm volatile("" ::: "memory");
}
}

namespace parax::codegen::host {
namespace {

bool isOn(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::string_view(value) != "0";
}

// A reader for the little of ELF that is needed.
struct Elf {
  explicit Elf(std::string& bytes) : data(bytes.data()) {
    header = reinterpret_cast<Elf64_Ehdr*>(data);
    sections = reinterpret_cast<Elf64_Shdr*>(data + header->e_shoff);
    for (int k = 0; k < header->e_shnum; ++k)
      if (sections[k].sh_type == SHT_SYMTAB) symbols = &sections[k];
  }
  void setAddresses(const SectionAddresses& addresses) const {
    const char* names = data + sections[header->e_shstrndx].sh_offset;
    for (int k = 0; k < header->e_shnum; ++k) {
      const auto found = addresses.find(names + sections[k].sh_name);
      if (found != addresses.end()) sections[k].sh_addr = found->second;
    }
  }
  const Elf64_Sym* find(std::string_view name) const {
    if (!symbols) return nullptr;
    const char* strings = data + sections[symbols->sh_link].sh_offset;
    const auto* first = reinterpret_cast<const Elf64_Sym*>(data + symbols->sh_offset);
    for (const Elf64_Sym* s = first; s != first + symbols->sh_size / sizeof(Elf64_Sym); ++s)
      if (name == strings + s->st_name) return s;
    return nullptr;
  }
  char* data;
  Elf64_Ehdr* header;
  Elf64_Shdr* sections;
  const Elf64_Shdr* symbols = nullptr;
};

std::mutex& listMutex() {
  static std::mutex mutex;
  return mutex;
}

class GdbEntry : public DebugEntry {
 public:
  explicit GdbEntry(std::string image) : image_(std::move(image)) {
    const std::lock_guard lock(listMutex());
    entry_ = {__jit_debug_descriptor.first, nullptr, image_.data(), image_.size()};
    if (entry_.next) entry_.next->prev = &entry_;
    __jit_debug_descriptor.first = &entry_;
    tell(1);
  }
  ~GdbEntry() override {
    const std::lock_guard lock(listMutex());
    (entry_.prev ? entry_.prev->next : __jit_debug_descriptor.first) = entry_.next;
    if (entry_.next) entry_.next->prev = entry_.prev;
    tell(2);
  }

 private:
  void tell(std::uint32_t action) {
    __jit_debug_descriptor.relevant = &entry_;
    __jit_debug_descriptor.action = action;
    __jit_debug_register_code();
  }
  std::string image_;
  jit_code_entry entry_{};
};

void writePerfMap(const Elf& elf, const std::vector<std::string>& names) {
  const std::lock_guard lock(listMutex());
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  std::FILE* file = std::fopen(path.c_str(), "a");
  if (!file) return;
  for (const std::string& name : names)
    if (const Elf64_Sym* s = elf.find(name))
      std::fprintf(file, "%llx %llx %s\n",
                   static_cast<unsigned long long>(elf.sections[s->st_shndx].sh_addr + s->st_value),
                   static_cast<unsigned long long>(s->st_size), name.c_str());
  std::fclose(file);
}

}  // namespace

DebugSettings debugSettings() { return {isOn("PARAX_DEBUGGER"), isOn("PARAX_PERF")}; }

std::unique_ptr<DebugEntry> announce(const DebugSettings& settings, const std::string& object,
                                     const std::vector<std::string>& names,
                                     const SectionAddresses& sections) {
  std::string image = object;
  const Elf elf(image);
  elf.setAddresses(sections);
  if (settings.perf) writePerfMap(elf, names);
  return settings.debugger ? std::make_unique<GdbEntry>(std::move(image)) : nullptr;
}

}  // namespace parax::codegen::host
