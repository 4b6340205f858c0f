// The report for a terminal: a row per loop, below it a row per source line.
#include <algorithm>
#include <ostream>

#include "frontend/explain/amounts.h"
#include "frontend/explain/lines.h"

namespace parax {
namespace {

using namespace detail;
using Row = std::vector<std::string>;

// What is longer than this is a case for the data or the page.
constexpr std::size_t maxLoops = 40, maxRows = 30;

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

// Rows with aligned columns; no blanks at the ends of lines.
std::vector<std::string> aligned(const std::vector<Row>& rows, const std::string& gap = "  ") {
  std::vector<std::size_t> widths;
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c == widths.size()) widths.push_back(0);
      widths[c] = std::max(widths[c], row[c].size());
    }
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) line += padded(row[c], widths[c]) + gap;
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  return lines;
}

// The first rows, and how many are left out.
void write(std::string& out, const std::string& indent, std::vector<std::string> lines,
           const char* what) {
  const std::size_t left = lines.size() > maxRows ? lines.size() - maxRows : 0;
  lines.resize(lines.size() - left);
  for (const std::string& line : lines) out += indent + line + '\n';
  if (left) out += indent + "and " + counted(static_cast<std::int64_t>(left), what) + " more\n";
}

// Neighbours that differ in nothing that is shown: C++ loops make them.
struct LoopGroup {
  Row head;  // without the number
  std::vector<Row> lines;
  std::size_t first, last;

  std::string label() const {
    if (first == last) return "loop " + std::to_string(first);
    return "loops " + std::to_string(first) + "-" + std::to_string(last);
  }
};

Row headOf(const LoopReport& loop) {
  std::string how = loop.vectorLanes == 0 ? "" : threadText(loop);
  if (loop.streams) how += ", streaming stores";
  return {spaceText(loop), amountText(loop.bytes, bytesText),
          amountText(loop.flops, countText) + (loop.flops.value == 1 ? " flop" : " flops"),
          vectorText(loop), how};
}

std::vector<LoopGroup> groupsOf(const ProgramReport& program) {
  std::vector<LoopGroup> groups;
  for (std::size_t k = 0; k < program.loops.size(); ++k) {
    LoopGroup group{headOf(program.loops[k]), {}, k + 1, k + 1};
    for (const LineReport& line : linesOf(program, k))
      group.lines.push_back(
          {line.file + ":" + std::to_string(line.line), operationsText(line), notesText(line)});
    if (!groups.empty() && groups.back().head == group.head && groups.back().lines == group.lines)
      groups.back().last = k + 1;
    else if (groups.size() == maxLoops)
      break;
    else
      groups.push_back(std::move(group));
  }
  return groups;
}

void writeLoops(std::string& out, const ProgramReport& program) {
  const std::vector<LoopGroup> groups = groupsOf(program);
  std::vector<Row> heads, lines;
  for (const LoopGroup& group : groups) {
    heads.push_back(group.head);
    heads.back().insert(heads.back().begin(), group.label());
    if (group.first == group.last) heads.back().push_back(timeText(program.loops[group.first - 1]));
    lines.insert(lines.end(), group.lines.begin(), group.lines.end());
  }
  const std::vector<std::string> headTexts = aligned(heads), lineTexts = aligned(lines);
  auto next = lineTexts.begin();
  for (std::size_t k = 0; k < groups.size(); ++k) {
    out += "  " + headTexts[k] + '\n';
    const auto end = next + static_cast<std::ptrdiff_t>(groups[k].lines.size());
    write(out, "    ", {next, end}, "line");
    next = end;
  }
  const std::size_t shown = groups.empty() ? 0 : groups.back().last;
  if (shown < program.loops.size())
    out += "  and " + counted(static_cast<std::int64_t>(program.loops.size() - shown), "loop") +
           " more\n";
}

// Equal rows once, with how often they occur.
void writeRefusals(std::string& out, const ProgramReport& program, bool essential) {
  std::vector<Row> rows;
  std::vector<int> counts;
  for (const RefusalReport& refusal : program.refusals) {
    if (refusal.essential != essential) continue;
    Row row{placeText(refusal.first),  refusal.first.operation,        "with",
            placeText(refusal.second), refusal.second.operation + ":", refusal.reason};
    if (refusal.bytes.value) row.back() += ", keeps " + bytesText(refusal.bytes.value);
    const auto known = std::find(rows.begin(), rows.end(), row);
    if (known == rows.end()) {
      rows.push_back(std::move(row));
      counts.push_back(1);
    } else {
      ++counts[static_cast<std::size_t>(known - rows.begin())];
    }
  }
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (counts[k] > 1) rows[k].back() += " (" + std::to_string(counts[k]) + " times)";
  if (rows.empty()) return;
  out += essential ? "  unavoidable\n" : "  not fused\n";
  write(out, "    ", aligned(rows, " "), "pair");
}

// Sums that are no multiply-adds only because of how they are written.
void writeUnfused(std::string& out, const ProgramReport& program) {
  std::vector<Row> rows;
  for (const OperationReport& sum : program.operations) {
    if (sum.unfused < 0) continue;
    const OperationReport& product = program.operations[static_cast<std::size_t>(sum.unfused)];
    rows.push_back({placeText(product), product.operation, "with", placeText(sum), sum.operation});
  }
  if (rows.empty()) return;
  out += "  no multiply-add: the product has a name or is another expression's\n";
  write(out, "    ", aligned(rows, " "), "pair");
}

std::string summary(const ProgramReport& program) {
  if (program.loops.empty()) return noLoopsText(program);
  std::string text = counted(static_cast<std::int64_t>(program.operations.size()), "operation") +
                     " in " + counted(static_cast<std::int64_t>(program.loops.size()), "loop") +
                     ", " + counted(program.results, "result") + "; " +
                     bytesText(program.bytes.value) + " moved";
  if (program.arraysVanished)
    text += ", " + bytesText(program.bytesSaved.value) +
            " saved: " + counted(program.arraysVanished, "array") + " vanished";
  if (program.temporaries)
    text += ", " + counted(program.temporaries, "array") + " kept between loops";
  if (program.arraysUnused) text += ", " + counted(program.arraysUnused, "array") + " unused";
  return text;
}

void writeCode(std::string& out, const ProgramReport& program) {
  if (program.cacheHit) {
    out += "  code found in the cache: " + program.cacheReason + '\n';
    return;
  }
  const bool interpreted = !program.loops.empty() && program.loops[0].vectorLanes == 0;
  out += interpreted ? "  made in " : "  compiled in ";
  out += milliseconds(program.compileMicroseconds) + " ms: ";
  std::string phases;
  for (const PhaseReport& phase : program.phases)
    if (phase.microseconds > 0)
      phases += (phases.empty() ? "" : ", ") + phase.name + ' ' + milliseconds(phase.microseconds);
  out += phases + "\n  not in the cache: " + program.cacheReason + '\n';
}

void writeProgram(std::string& out, const ProgramReport& program) {
  out += summary(program) + '\n';
  for (const SizeReport& size : program.sizes)
    out += "  " + size.name + " = " + std::to_string(size.value) + ", " + size.source + '\n';
  writeLoops(out, program);
  writeRefusals(out, program, false);
  writeRefusals(out, program, true);
  writeUnfused(out, program);
  if (!program.phases.empty()) writeCode(out, program);
  if (!program.endedBy.empty())
    out += "  ended by reading a number back: " + program.endedBy + '\n';
}

}  // namespace

std::string Explanation::text() const {
  std::string out = "acc at " + file + ":" + std::to_string(line) + ", mode " + mode;
  if (mode == "library")
    return out + " (" + modeReason + "): every statement runs at once, nothing is recorded\n";
  out += ", " + counted(static_cast<std::int64_t>(calls), "call");
  if (programs.empty()) return out + ": not called yet\n";
  out += ", " + std::to_string(replays) + " replayed; ";
  out += replayable ? "replayable" : "recorded at every call: " + whyNot;
  out += '\n';
  for (std::size_t k = 0; k < programs.size(); ++k) {
    if (programs.size() > 1)
      out += "segment " + std::to_string(k + 1) + " of " + std::to_string(programs.size()) + ": ";
    writeProgram(out, programs[k]);
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const Explanation& explanation) {
  return out << explanation.text();
}

}  // namespace parax
