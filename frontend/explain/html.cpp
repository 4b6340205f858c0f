// The report as one page without scripts and without other files.
#include <fstream>
#include <map>

#include "frontend/explain/amounts.h"
#include "frontend/explain/lines.h"
#include "frontend/explain/markup.h"
#include "frontend/explain/picture.h"
#include "frontend/explain/style.h"

namespace parax {
namespace {

using namespace detail;

constexpr std::size_t maxRows = 200;  // of one table

std::string cells(const std::vector<std::pair<std::string, std::string>>& row) {
  std::string out;
  for (const auto& [kind, text] : row)
    out += element("td", kind.empty() ? "" : "class=\"" + kind + "\"", escaped(text));
  return element("tr", "", out);
}

std::string table(const std::vector<std::string>& heads, const std::string& rows) {
  std::string head;
  for (const std::string& text : heads) head += element("th", "", escaped(text));
  return element(
      "div", "class=\"wide\"",
      element("table", "",
              element("thead", "", element("tr", "", head)) + element("tbody", "", rows)));
}

std::string paragraph(const std::string& text, const char* kind = "") {
  return element("p", *kind ? "class=\"" + std::string(kind) + "\"" : "", escaped(text));
}

std::string left(std::size_t all, const char* what) {
  if (all <= maxRows) return "";
  return paragraph("and " + counted(static_cast<std::int64_t>(all - maxRows), what) + " more",
                   "soft");
}

// Lines of the user's files, as far as they can be read.
class Sources {
 public:
  std::string line(const std::string& path, int number) {
    const auto [file, isNew] = files_.try_emplace(path);
    if (isNew) read(path, file->second);
    const auto index = static_cast<std::size_t>(number) - 1;
    if (number < 1 || index >= file->second.size()) return "";
    const std::string& text = file->second[index];
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : text.substr(begin, longest);
  }

 private:
  static constexpr std::size_t longest = 160, maxLines = 200'000;

  static void read(const std::string& path, std::vector<std::string>& lines) {
    std::ifstream in(path);
    for (std::string text; lines.size() < maxLines && std::getline(in, text);)
      lines.push_back(text.substr(0, 4 * longest));
  }

  std::map<std::string, std::vector<std::string>> files_;
};

std::string fact(const std::string& value, const std::string& what) {
  return element("div", "class=\"fact\"",
                 element("b", "", escaped(value)) + element("span", "", escaped(what)));
}

std::string factsOf(const ProgramReport& program) {
  const auto n = [](std::size_t count) { return std::to_string(count); };
  std::string facts = fact(n(program.operations.size()), "operations") +
                      fact(n(program.loops.size()), program.loops.size() == 1 ? "loop" : "loops") +
                      fact(std::to_string(program.arraysVanished), "arrays vanished") +
                      fact(bytesText(program.bytesSaved.value), "memory traffic saved by that") +
                      fact(bytesText(program.bytes.value), "memory traffic") +
                      fact(std::to_string(program.temporaries), "arrays kept between loops") +
                      fact(countText(program.flops.value), "flops");
  double measured = 0;
  for (const LoopReport& loop : program.loops) measured += loop.microseconds;
  if (measured > 0) facts += fact(durationText(measured), "in loops that were timed");
  if (program.arraysUnused) facts += fact(std::to_string(program.arraysUnused), "arrays unused");
  return element("div", "class=\"facts\"", facts);
}

std::string sizesOf(const ProgramReport& program) {
  std::string text;
  for (const SizeReport& size : program.sizes)
    text += (text.empty() ? "" : "; ") + size.name + " = " + std::to_string(size.value) + " (" +
            size.source + ")";
  return text.empty() ? "" : paragraph("Sizes of the recorded call: " + text + ".", "soft");
}

std::string sample(const char* kind) {
  return "<svg width=\"34\" height=\"10\"><path class=\"line " + std::string(kind) +
         "\" d=\"M2 5L32 5\"></path></svg>";
}

std::string legend() {
  const auto item = [](const char* kind, const char* text) {
    return element("span", "", sample(kind) + text);
  };
  return element("div", "class=\"legend\"",
                 item("stored", "array in memory") + item("vanished", "array that vanished") +
                     item("value", "single number") + item("stored refused", "not fused") +
                     item("value waits", "has to wait") +
                     element("span", "", ":12 is the line in your file"));
}

std::string picturesOf(const ProgramReport& program) {
  const auto figure = [](const std::string& caption, const Picture& picture) {
    return element("figure", "",
                   element("figcaption", "", escaped(caption)) +
                       (picture.note.empty() ? "" : paragraph(picture.note, "soft")) +
                       element("div", "class=\"scroll\"", picture.svg));
  };
  return element("div", "class=\"pictures\"",
                 figure("Before: one loop per operation", pictureBefore(program)) +
                     figure("After: " +
                                counted(static_cast<std::int64_t>(program.loops.size()), "loop"),
                            pictureAfter(program))) +
         legend();
}

std::string refusalsOf(const ProgramReport& program, bool essential) {
  std::string rows;
  for (std::size_t k = 0; k < std::min(program.refusals.size(), maxRows); ++k) {
    const RefusalReport& refusal = program.refusals[k];
    if (refusal.essential != essential) continue;
    const auto side = [](const OperationReport& operation, int loop) {
      return operation.operation + "  " + placeText(operation) +
             (loop >= 0 ? ", loop " + std::to_string(loop + 1) : "");
    };
    rows += cells({{"right", std::to_string(k + 1)},
                   {"code", side(refusal.first, refusal.firstLoop)},
                   {"code", side(refusal.second, refusal.secondLoop)},
                   {"", refusal.reason},
                   {"right", refusal.bytes.value ? bytesText(refusal.bytes.value) : ""}});
  }
  if (rows.empty()) return "";
  return element("h3", "", essential ? "Has to wait, in any program" : "Not fused") +
         table({"", "first", "second", "why", "kept in memory"}, rows) +
         left(program.refusals.size(), "pair");
}

std::string loopsOf(const ProgramReport& program) {
  std::string rows;
  for (std::size_t k = 0; k < std::min(program.loops.size(), maxRows); ++k) {
    const LoopReport& loop = program.loops[k];
    std::string vectors = vectorText(loop);
    if (!loop.scalarReason.empty()) vectors += ": " + loop.scalarReason;
    std::string threads = loop.vectorLanes ? threadText(loop) : "";
    if (loop.streams) threads += ", streaming stores";
    rows += cells({{"right", std::to_string(k + 1)},
                   {"code", spaceText(loop)},
                   {"right", std::to_string(loop.operations.size())},
                   {"right", amountText(loop.bytes, bytesText)},
                   {"right", amountText(loop.flops, countText)},
                   {"", vectors},
                   {"", threads},
                   {"right", loop.timedRuns ? timeText(loop) : "-"}});
  }
  return element("h3", "", "Loops") +
         table({"", "runs", "operations", "memory traffic", "flops", "vectors", "threads",
                "fastest run"},
               rows) +
         left(program.loops.size(), "loop");
}

std::string linesTable(const ProgramReport& program, Sources& sources) {
  const std::vector<LineReport> lines = linesOf(program);
  if (lines.empty()) return "";
  std::string rows;
  for (std::size_t k = 0; k < std::min(lines.size(), maxRows); ++k) {
    const LineReport& line = lines[k];
    std::string loops;
    for (std::size_t l = 0; l < std::min<std::size_t>(line.loops.size(), 12); ++l)
      loops += (l ? ", " : "") + std::to_string(line.loops[l] + 1);
    if (line.loops.size() > 12) loops += ", ...";
    rows += cells({{"code", line.file + ":" + std::to_string(line.line)},
                   {"code", sources.line(line.path, line.line)},
                   {"code", operationsText(line)},
                   {"", loops},
                   {"", notesText(line)}});
  }
  return element("h3", "", "Source lines") +
         table({"line", "source", "operations", "loops", "arrays"}, rows) +
         left(lines.size(), "line");
}

std::string timesOf(const ProgramReport& program) {
  if (program.phases.empty()) return "";
  std::string out =
      element("h3", "", program.cacheHit ? "Code: found in the cache" : "Compilation");
  const double total = std::max(program.compileMicroseconds, 1e-3);
  std::string bar, keys;
  for (std::size_t k = 0; k < program.phases.size(); ++k) {
    const PhaseReport& phase = program.phases[k];
    if (phase.microseconds <= 0) continue;
    const std::string colour = "p" + std::to_string(k % 5);
    bar += element("div",
                   "class=\"" + colour +
                       "\" style=\"width:" + number(100 * phase.microseconds / total, 2) +
                       "%\" title=\"" + escaped(phase.name) + "\"",
                   "");
    keys += element("span", "",
                    element("span", "class=\"key " + colour + "\"", "") +
                        escaped(phase.name + " " + milliseconds(phase.microseconds) + " ms"));
  }
  out += paragraph(
      (program.cacheHit ? "This call waited for no compilation: " : "Compiled because: ") +
      program.cacheReason + ".");
  out += paragraph((program.cacheHit ? "When it was compiled, it took " : "It took ") +
                   milliseconds(program.compileMicroseconds) + " ms; the code is called " +
                   program.name + " in profiles and debuggers.");
  out += element("div", "class=\"bar\"", bar) + element("div", "class=\"times\"", keys);
  std::string passes;
  for (const PhaseReport& pass : program.passes)
    passes += (passes.empty() ? "" : ", ") + pass.name + " " + number(pass.microseconds) + " us";
  return out + paragraph("Passes: " + passes + ".", "soft");
}

std::string programPart(const ProgramReport& program, Sources& sources) {
  std::string out;
  if (program.loops.empty()) {
    out += paragraph(noLoopsText(program) + ".") + linesTable(program, sources);
  } else {
    out += factsOf(program) + sizesOf(program) + picturesOf(program) + refusalsOf(program, false) +
           refusalsOf(program, true) + loopsOf(program) + linesTable(program, sources);
  }
  out += timesOf(program);
  if (!program.endedBy.empty())
    out += paragraph("This segment ended because a number was read back: " + program.endedBy + ".");
  return out;
}

std::string introduction(const Explanation& explanation) {
  if (explanation.mode == "library")
    return paragraph("Library mode (" + explanation.modeReason +
                     "): every statement runs at once, so nothing is recorded and there are no "
                     "loops to show.");
  const std::string mode =
      explanation.mode == "interpret"
          ? "Run by the reference interpreter: these are the loops that would be compiled. "
          : "";
  if (explanation.programs.empty()) return paragraph(mode + "Not called yet.");
  return paragraph(mode + counted(static_cast<std::int64_t>(explanation.calls), "call") + ", " +
                   std::to_string(explanation.replays) + " replayed. " +
                   (explanation.replayable
                        ? "Later calls replay the recorded trace."
                        : "Recorded at every call: " + explanation.whyNot + "."));
}

}  // namespace

std::string Explanation::html() const {
  const std::string title = "What Parax made of " + file + ":" + std::to_string(line);
  std::string body = element("h1", "", escaped(title)) + introduction(*this);
  Sources sources;
  for (std::size_t k = 0; k < programs.size(); ++k) {
    if (programs.size() > 1)
      body += element(
          "h2", "", "Segment " + std::to_string(k + 1) + " of " + std::to_string(programs.size()));
    body += programPart(programs[k], sources);
  }
  return "<!DOCTYPE html>\n" +
         element(
             "html", "lang=\"en\"",
             element("head", "",
                     "<meta charset=\"utf-8\"/><meta name=\"viewport\" "
                     "content=\"width=device-width, initial-scale=1\"/>" +
                         element("title", "", escaped(title)) + element("style", "", pageStyle)) +
                 element("body", "", body)) +
         "\n";
}

void Explanation::writeHtml(const std::string& path, SourceLocation where) const {
  std::ofstream out(path, std::ios::binary);
  out << html();
  out.close();
  if (!out) throw ArgumentError("writeHtml: the file '" + path + "' cannot be written", where);
}

}  // namespace parax
