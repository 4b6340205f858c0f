// Parsing of the environment variables.
#include "runtime/environment.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

#include "parax/core/error.h"

namespace parax::runtime {
namespace {

std::string variable(const char* name) {
  const char* text = std::getenv(name);
  return text ? text : "";
}

[[noreturn]] void reject(const char* name, const std::string& value, const std::string& advice) {
  throw ArgumentError(std::string(name) + " is '" + value + "': " + advice, SourceLocation{});
}

void forEachWord(const std::string& list, const std::function<void(const std::string&)>& f) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    if (comma > at) f(list.substr(at, comma - at));
    at = comma + 1;
  }
}

DumpOptions parseDump() {
  const std::string text = variable("PARAX_DUMP");
  DumpOptions dump;
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) dump.filter = text.substr(colon + 1);
  const std::map<std::string_view, bool*> stages = {{"domain", &dump.domain},
                                                    {"parallel", &dump.parallel},
                                                    {"llvm", &dump.llvm},
                                                    {"asm", &dump.assembly}};
  forEachWord(text.substr(0, colon), [&](const std::string& word) {
    const auto stage = stages.find(word);
    if (stage == stages.end())
      reject("PARAX_DUMP", text, "use a list of domain, parallel, llvm, asm, then :filter");
    *stage->second = true;
  });
  return dump;
}

compiler::PassOptions parsePasses() {
  compiler::PassOptions options;
  const std::vector<std::string_view> passes = compiler::optionalPasses();
  const std::string text = variable("PARAX_PASSES");
  forEachWord(text, [&](const std::string& word) {
    const auto pass = std::find(passes.begin(), passes.end(), std::string_view(word).substr(1));
    if (word[0] != '-' || pass == passes.end()) {
      std::string list;
      for (std::string_view name : passes) list += (list.empty() ? "-" : ", -") + std::string(name);
      reject("PARAX_PASSES", text, "use a list of " + list);
    }
    options.leftOut.emplace_back(*pass);
  });
  const std::string verify = variable("PARAX_VERIFY");
  if (!verify.empty() && verify != "0" && verify != "1")
    reject("PARAX_VERIFY", verify, "use 0 or 1");
#ifdef NDEBUG
  options.verify = verify == "1";
#else
  options.verify = verify != "0";
#endif
  return options;
}

std::size_t parseCount(const char* name, std::size_t otherwise) {
  const std::string text = variable(name);
  if (text.empty()) return otherwise;
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0)
    reject(name, text, "use a number above zero");
  return count;
}

// ir/vector_math.cpp reads it, below the layer where errors have names.
void checkVectorBits() {
  const std::string text = variable("PARAX_VECTOR_BITS");
  if (!text.empty() && text != "512" && text != "256" && text != "128")
    reject("PARAX_VECTOR_BITS", text, "use 512, 256 or 128");
}

Environment parse() {
  checkVectorBits();
  return {parseDump(), parsePasses(), parseCount("PARAX_PROGRAMS", 1024),
          variable("PARAX_CODEGEN")};
}

}  // namespace

const Environment& environment() {
  // Never destroyed: functions may still be called while the process ends.
  static const Environment* const instance = new Environment(parse());
  return *instance;
}

}  // namespace parax::runtime
