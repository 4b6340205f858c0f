// Grouping by line; a product that a sum on another line took in stays on its own.
#include "frontend/explain/lines.h"

#include <algorithm>
#include <map>

#include "frontend/explain/amounts.h"

namespace parax::detail {
namespace {

using Fate = OperationReport::Fate;

class Lines {
 public:
  LineReport& at(const OperationReport& operation) {
    const auto [known, isNew] =
        position_.try_emplace({operation.path, operation.line}, lines_.size());
    if (isNew) lines_.push_back({operation.path, operation.file, operation.line, {}, {}});
    return lines_[known->second];
  }
  std::vector<LineReport> take() { return std::move(lines_); }

 private:
  std::map<std::pair<std::string, int>, std::size_t> position_;
  std::vector<LineReport> lines_;
};

void addBytes(LineReport& line, const OperationReport& operation) {
  const std::int64_t bytes = operation.bytes.value;
  if (operation.fate == Fate::vanished) line.saved += bytes * (1 + operation.readers);
  if (operation.fate == Fate::kept) line.kept += bytes;
  if (operation.fate == Fate::result) line.result += bytes;
}

// The products that multiply-adds took in, by those.
std::multimap<int, const OperationReport*> productsOf(const ProgramReport& program) {
  std::multimap<int, const OperationReport*> products;
  for (const OperationReport& operation : program.operations)
    if (operation.fusedInto >= 0) products.emplace(operation.fusedInto, &operation);
  return products;
}

void addLoop(const ProgramReport& program,
             const std::multimap<int, const OperationReport*>& products, std::size_t loop,
             Lines& lines) {
  const auto add = [&](const OperationReport& operation, const std::string& word, bool counts) {
    LineReport& line = lines.at(operation);
    line.operations.push_back(word);
    if (counts) addBytes(line, operation);
    const int number = static_cast<int>(loop);
    if (line.loops.empty() || line.loops.back() != number) line.loops.push_back(number);
  };
  for (const OperationReport& operation : program.loops[loop].operations) {
    const bool first = operation.loops.empty() || operation.loops[0] == static_cast<int>(loop);
    const auto [begin, end] = products.equal_range(operation.index);
    for (auto product = begin; product != end; ++product)
      add(*product->second, product->second->operation, first);
    add(operation, program.operations[static_cast<std::size_t>(operation.index)].operation, first);
  }
}

}  // namespace

std::vector<LineReport> linesOf(const ProgramReport& program, std::size_t loop) {
  Lines lines;
  addLoop(program, productsOf(program), loop, lines);
  return lines.take();
}

std::vector<LineReport> linesOf(const ProgramReport& program) {
  Lines lines;
  const auto products = productsOf(program);
  for (std::size_t k = 0; k < program.loops.size(); ++k) addLoop(program, products, k, lines);
  for (const OperationReport& operation : program.operations)
    if (operation.loops.empty() && operation.fusedInto < 0) {
      LineReport& line = lines.at(operation);
      line.operations.push_back(operation.operation + (operation.fate == Fate::unused
                                                           ? " (unused)"
                                                           : " (simplified away)"));
      addBytes(line, operation);
    }
  std::vector<LineReport> sorted = lines.take();
  std::sort(sorted.begin(), sorted.end(), [](const LineReport& a, const LineReport& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  return sorted;
}

std::string operationsText(const LineReport& line) {
  constexpr std::size_t most = 12;  // written one by one
  std::vector<std::string> words;
  std::map<std::string, int> counts;
  for (const std::string& operation : line.operations)
    if (++counts[operation] == 1 || line.operations.size() <= most) words.push_back(operation);
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ", ";
    if (line.operations.size() > most && counts[word] > 1)
      text += std::to_string(counts[word]) + " x ";
    text += word;
  }
  return text;
}

std::string notesText(const LineReport& line) {
  std::string text;
  const auto add = [&](const char* verb, std::int64_t bytes) {
    if (bytes > 0) text += (text.empty() ? "" : ", ") + std::string(verb) + bytesText(bytes);
  };
  add("saves ", line.saved);
  add("keeps ", line.kept);
  add("results in ", line.result);
  return text;
}

}  // namespace parax::detail
