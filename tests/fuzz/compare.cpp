// The modes, and what may differ between them.
#include "tests/fuzz/compare.h"

#include <algorithm>

#include "tests/fuzz/session.h"

namespace parax::fuzz {
namespace {

using Kind = Outcome::Kind;

std::string describe(const Outcome& outcome) {
  constexpr const char* names[] = {"no error",      "ShapeError",  "ElementError",
                                   "ArgumentError", "MemoryError", "an internal error"};
  std::string text = names[static_cast<int>(outcome.kind)];
  if (outcome.kind != Kind::fine)
    text += " '" + outcome.error + "' in line " + std::to_string(outcome.line);
  return text;
}

// Library mode meets the error of an element at its statement, a recording only after a later
// statement whose shapes or numbers do not fit.
bool metEarlier(const Outcome& reference, const Outcome& library) {
  return library.kind == Kind::element && (library.inFold || library.line < reference.line) &&
         (reference.kind == Kind::shape || reference.kind == Kind::argument);
}

bool sameError(const Outcome& a, const Outcome& b) {
  return a.kind == b.kind && a.error == b.error && a.line == b.line;
}

std::string firstByte(const Seen& a, const Seen& b) {
  if (a.shape != b.shape) return "shape " + b.shape + " instead of " + a.shape;
  const auto [x, y] = std::mismatch(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end());
  return "differs from byte " + std::to_string(x - a.bytes.begin()) + " of " +
         std::to_string(a.bytes.size()) + " on";
}

std::string difference(const Outcome& reference, const Outcome& other, bool isLibrary) {
  if (other.kind == Kind::internal || other.kind == Kind::memory) return describe(other);
  if (isLibrary && metEarlier(reference, other)) return "";
  if (!sameError(reference, other)) return describe(other) + " instead of " + describe(reference);
  if (reference.seen.size() != other.seen.size()) return "other variables are there afterwards";
  for (std::size_t k = 0; k < reference.seen.size(); ++k) {
    const Seen &a = reference.seen[k], &b = other.seen[k];
    // After an error library mode has carried out the statements before it.
    if (isLibrary && reference.kind != Kind::fine && a.inOut) continue;
    if (a != b) return b.what + ": " + firstByte(a, b);
  }
  return "";
}

std::string difference(const std::vector<Outcome>& reference, const std::vector<Outcome>& other,
                       bool isLibrary) {
  for (std::size_t k = 0; k < reference.size(); ++k) {
    const std::string text = difference(reference[k], other[k], isLibrary);
    if (!text.empty()) return "call " + std::to_string(k) + ": " + text;
  }
  return "";
}

}  // namespace

std::optional<Difference> findDifference(const Program& program) {
  Options options{.mode = Mode::interpret, .threads = 1, .fma = program.fma, .checked = false};
  const std::string fma = program.fma ? ", fma" : ", no fma";
  const auto reference = runCalls(program, options);
  std::string text = difference(reference, reference, false);
  if (!text.empty()) return Difference{"interpret" + fma, "what is allowed", text};

  options.mode = Mode::library;
  text = difference(reference, runCalls(program, options), true);
  if (!text.empty()) return Difference{"library" + fma, "interpret" + fma, text};

  options.mode = Mode::compile;
  for (int threads : {1, 2, 7}) {
    options.threads = threads;
    text = difference(reference, runCalls(program, options), false);
    if (!text.empty())
      return Difference{"compile" + fma + ", threads " + std::to_string(threads), "interpret" + fma,
                        text};
  }
  if (!program.checked) return {};
  options.checked = true;
  text = difference(reference, runCalls(program, options), false);
  if (!text.empty()) return Difference{"compile checked" + fma, "interpret" + fma, text};
  return {};
}

}  // namespace parax::fuzz
