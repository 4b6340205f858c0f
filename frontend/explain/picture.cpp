// Before: one graph. After: a box with a graph for each loop, and lines between the boxes.
#include "frontend/explain/picture.h"

#include <algorithm>
#include <map>

#include "frontend/explain/amounts.h"
#include "frontend/explain/drawing.h"
#include "frontend/explain/lines.h"
#include "frontend/explain/markup.h"

namespace parax::detail {
namespace {

using Fate = OperationReport::Fate;

constexpr std::size_t maxOperations = 200;  // of a program; in larger ones they are counted
constexpr std::size_t maxLoops = 40;

bool isLarge(const ProgramReport& program) { return program.operations.size() > maxOperations; }

std::string leftOut(std::size_t drawn, std::size_t all, const char* what) {
  if (drawn == all) return "";
  return "the first " + std::to_string(drawn) + " of " + std::to_string(all) + " " + what +
         " are drawn";
}

bool reduces(const OperationReport& operation, const ProgramReport& program) {
  if (operation.shape != "[]" || operation.operands.empty()) return false;
  return std::any_of(operation.operands.begin(), operation.operands.end(), [&](int k) {
    return k < 0 || program.operations[static_cast<std::size_t>(k)].shape != "[]";
  });
}

Label inputLabel(const ProgramReport& program, int operand) {
  const InputReport& input = program.inputs[static_cast<std::size_t>(~operand)];
  const std::string type = typed(input.type, input.shape);
  return {"given", input.name, type, input.name + ": " + type};
}

// In the order of the arguments.
int addInput(Drawing& drawing, const ProgramReport& program, int operand) {
  return drawing.add(inputLabel(program, operand), Graph::Node::Place::anywhere, ~operand);
}

// Rows of text that stand for many operations.
std::vector<std::string> foldedRows(const std::vector<LineReport>& lines) {
  constexpr std::size_t maxRows = 16;
  std::vector<std::string> rows;
  for (std::size_t k = 0; k < std::min(lines.size(), maxRows); ++k)
    rows.push_back(lines[k].file + ":" + std::to_string(lines[k].line) + "  " +
                   operationsText(lines[k]));
  if (lines.size() > maxRows)
    rows.push_back("and " + std::to_string(lines.size() - maxRows) + " lines more");
  return rows;
}

constexpr double rowHeight = 18, foldedWidth = 6.8;  // of a row and of its characters

double widthOf(const std::vector<std::string>& rows) {
  std::size_t longest = 0;
  for (const std::string& row : rows) longest = std::max(longest, row.size());
  return foldedWidth * static_cast<double>(longest);
}

std::string drawRows(const std::vector<std::string>& rows, double x, double y) {
  std::string out;
  for (const std::string& row : rows) {
    out += textAt("folded", x, y, row);
    y += rowHeight;
  }
  return out;
}

Label resultLabel(const OperationReport& operation) {
  const std::string type = typed(operation.type, operation.shape);
  return {"result", "result", type,
          "result of " + operation.operation + " at " + placeText(operation) + ", " +
              bytesText(operation.bytes.value)};
}

// ---- after: one box per loop ----

// On the left what the loop is and costs, on the right what it computes: no line crosses a text.
struct Box {
  std::string title;
  std::vector<std::string> details;
  Drawing drawing;
  std::vector<std::string> folded;       // rows of text instead of a drawing
  std::map<int, int> readAt, writtenAt;  // by operation: nodes of the drawing
  double x = 0, y = 0, width = 0, height = 0, textWidth = 0;

  static constexpr double pad = 14, titleHeight = 20, detailHeight = 14;
  double graphX() const {  // in the middle of what the texts leave
    const double left = textWidth + 2 * pad;
    return x + left + std::max(0.0, width - left - pad - drawing.graph.width - widthOf(folded)) / 2;
  }
  Point nodeEdge(int node, bool upper) const {
    if (node < 0) return {x + (width + textWidth) / 2, upper ? y : y + height};
    const Graph::Node& n = drawing.graph.nodes[static_cast<std::size_t>(node)];
    return {graphX() + n.x, y + pad + n.y + (upper ? -n.height : n.height) / 2};
  }
};

class AfterPicture {
 public:
  explicit AfterPicture(const ProgramReport& program) : program_(program) {}

  Picture draw() {
    const std::size_t count = std::min(program_.loops.size(), maxLoops);
    for (std::size_t k = 0; k < count; ++k) boxes_.push_back(makeBox(k));
    placeBoxes();
    std::string frames;
    for (const Box& box : boxes_) frames += drawFrame(box);
    std::string contents = frames + drawTransfers();
    for (const Box& box : boxes_) contents += drawInside(box);
    return {svg(width_ + laneWidth(), height_, contents + marks_),
            leftOut(count, program_.loops.size(), "loops")};
  }

 private:
  static constexpr double gap = 56, laneStep = 16;

  const OperationReport& operation(int k) const {
    return program_.operations[static_cast<std::size_t>(k)];
  }

  Box makeBox(std::size_t k) const {
    const LoopReport& loop = program_.loops[k];
    Box box;
    box.title = "loop " + std::to_string(k + 1) + " " + spaceText(loop);
    if (loop.bytes.value) box.details.push_back(bytesText(loop.bytes.value));
    if (loop.flops.value) box.details.push_back(flopsText(loop));
    box.details.push_back(vectorText(loop));
    if (loop.vectorLanes > 1) box.details.push_back(counted(loop.threads, "thread"));
    if (const std::string time = timeText(loop); !time.empty()) box.details.push_back(time);
    if (isLarge(program_))
      box.folded = foldedRows(linesOf(program_, k));
    else
      fill(box, loop, k);
    layOut(box.drawing.graph);
    box.textWidth = 7.4 * static_cast<double>(box.title.size());
    for (const std::string& detail : box.details)
      box.textWidth = std::max(box.textWidth, 5.9 * static_cast<double>(detail.size()));
    box.width = box.textWidth + 3 * Box::pad + box.drawing.graph.width + widthOf(box.folded);
    const double text =
        Box::titleHeight + Box::detailHeight * static_cast<double>(box.details.size());
    const double rows = rowHeight * static_cast<double>(box.folded.size());
    box.height = 2 * Box::pad + std::max({text, box.drawing.graph.height, rows});
    return box;
  }

  void fill(Box& box, const LoopReport& loop, std::size_t k) const {
    using Place = Graph::Node::Place;
    Drawing& drawing = box.drawing;
    std::map<int, int> nodeOf;
    for (int source : loop.reads) {
      if (source < 0) {
        nodeOf[source] = addInput(drawing, program_, source);
      } else {
        nodeOf[source] = drawing.add(keptLabel(operation(source), "read"), Place::top);
        box.readAt[source] = nodeOf[source];
      }
    }
    for (const OperationReport& o : loop.operations) {
      const int node = drawing.add(
          labelOf(o, reduces(program_.operations[static_cast<std::size_t>(o.index)], program_)));
      for (int source : o.operands) {
        const auto from = nodeOf.find(source);
        if (from == nodeOf.end()) continue;
        const bool isRead = source < 0 || box.readAt.count(source);
        const bool isValue = source >= 0 && operation(source).shape == "[]";
        drawing.connect(from->second, node,
                        isValue  ? Drawing::value
                        : isRead ? Drawing::stored
                                 : Drawing::vanished);
      }
      nodeOf[o.index] = node;
    }
    for (int written : loop.writes) addWritten(box, nodeOf.at(written), operation(written), k);
  }

  void addWritten(Box& box, int node, const OperationReport& o, std::size_t k) const {
    const auto line = o.shape == "[]" ? Drawing::value : Drawing::stored;
    if (o.fate == Fate::result) box.drawing.connect(node, box.drawing.add(resultLabel(o)), line);
    const bool readLater = std::any_of(program_.loops.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                       program_.loops.end(), [&](const LoopReport& later) {
      return std::find(later.reads.begin(), later.reads.end(), o.index) != later.reads.end();
    });
    if (!readLater) return;
    const int kept = box.drawing.add(keptLabel(o, "written"), Graph::Node::Place::bottom);
    box.drawing.connect(node, kept, line);
    box.writtenAt[o.index] = kept;
  }

  static Label keptLabel(const OperationReport& o, const std::string& verb) {
    const std::string type = typed(o.type, o.shape);
    return {"kept", o.operation + " :" + std::to_string(o.line), type,
            verb + ": result of " + o.operation + " at " + placeText(o) + ", " + type +
                (o.bytes.value ? ", " + bytesText(o.bytes.value) : "")};
  }

  void placeBoxes() {
    for (const Box& box : boxes_) width_ = std::max(width_, box.width);
    for (Box& box : boxes_) {
      box.x = 0;
      box.width = width_;
      box.y = height_;
      height_ += box.height + gap;
    }
    if (!boxes_.empty()) height_ -= gap;
  }

  static std::string drawFrame(const Box& box) {
    return element("rect",
                   at("x", box.x) + at("y", box.y) + at("width", box.width) +
                       at("height", box.height) + "rx=\"8\" " + cssClass("loop"),
                   "");
  }
  static std::string drawInside(const Box& box) {
    const double x = box.x + Box::pad, top = box.y + Box::pad;
    std::string out = textAt("title", x, top + 12, box.title);
    double y = top + 12 + Box::detailHeight;
    for (const std::string& detail : box.details) {
      out += textAt("detail left", x, y, detail);
      y += Box::detailHeight;
    }
    return out + drawRows(box.folded, box.graphX(), top + 12) + box.drawing.draw(box.graphX(), top);
  }

  // An array between loops goes straight to the next box; past other boxes it takes a lane on the
  // right, one for all its readers.
  std::string drawTransfers() {
    std::string out;
    for (std::size_t to = 0; to < boxes_.size(); ++to)
      for (int source : program_.loops[to].reads) {
        const auto from = source < 0 ? boxes_.size() : writerOf(source, to);
        if (from < to) out += drawTransfer(source, from, to);
      }
    return out;
  }
  std::size_t writerOf(int source, std::size_t before) const {
    for (std::size_t k = 0; k < before; ++k) {
      const ReportList<int>& writes = program_.loops[k].writes;
      if (std::find(writes.begin(), writes.end(), source) != writes.end()) return k;
    }
    return before;
  }

  std::string drawTransfer(int source, std::size_t from, std::size_t to) {
    const auto nodeIn = [&](const std::map<int, int>& nodes) {
      const auto found = nodes.find(source);
      return found == nodes.end() ? -1 : found->second;
    };
    const Point start = boxes_[from].nodeEdge(nodeIn(boxes_[from].writtenAt), false);
    const Point end = boxes_[to].nodeEdge(nodeIn(boxes_[to].readAt), true);
    std::vector<Point> points{start};
    if (to > from + 1) {
      const double lane = width_ + laneStep * (1 + static_cast<double>(laneOf(source, from, to)));
      points.push_back({lane, boxes_[from + 1].y});
      points.push_back({lane, boxes_[to - 1].y + boxes_[to - 1].height});
    }
    const Point entry{end.x, boxes_[to].y - 12};  // straight from here: the mark is on the line
    points.push_back(entry);
    points.push_back(end);
    const auto [numbers, essential] = refusalNumbers(source, to);
    const bool isValue = operation(source).shape == "[]";
    const char* const why = numbers.empty() ? "" : essential ? " waits" : " refused";
    if (!numbers.empty()) addMark(entry, numbers, why);
    return curve(points, 0, 0, std::string("line ") + (isValue ? "value" : "stored") + why);
  }

  void addMark(Point centre, const std::string& numbers, const std::string& why) {
    const auto [x, y] = centre;
    const double width = std::max(18.0, 8 + 7 * static_cast<double>(numbers.size()));
    marks_ += element("g", cssClass("mark" + why),
                      element("rect",
                              at("x", x - width / 2) + at("y", y - 9) + at("width", width) +
                                  "height=\"18\" rx=\"9\"",
                              "") +
                          textAt("name", x, y + 4, numbers));
  }

  // "3" or "3,4", and whether all of them are essential.
  std::pair<std::string, bool> refusalNumbers(int source, std::size_t loop) const {
    std::string numbers;
    bool essential = true;
    for (std::size_t k = 0; k < program_.refusals.size(); ++k) {
      const RefusalReport& refusal = program_.refusals[k];
      if (refusal.first.index != source || refusal.secondLoop != static_cast<int>(loop)) continue;
      numbers += (numbers.empty() ? "" : ",") + std::to_string(k + 1);
      essential &= refusal.essential;
    }
    return {numbers, essential};
  }

  // The first lane that is free from the gap below `from` to the one above `to`.
  std::size_t laneOf(int source, std::size_t from, std::size_t to) {
    for (std::size_t lane = 0;; ++lane) {
      if (lane == lanes_.size()) lanes_.emplace_back();
      auto& taken = lanes_[lane];
      const bool free = std::all_of(taken.begin(), taken.end(), [&](const Taken& t) {
        return t.source == source || t.to <= from || t.from >= to;
      });
      if (!free) continue;
      taken.push_back({source, from, to});
      return lane;
    }
  }
  double laneWidth() const {
    return lanes_.empty() ? 0 : laneStep * static_cast<double>(lanes_.size() + 1);
  }

  struct Taken {
    int source;
    std::size_t from, to;
  };
  const ProgramReport& program_;
  std::vector<Box> boxes_;
  std::vector<std::vector<Taken>> lanes_;
  std::string marks_;
  double width_ = 0, height_ = 0;
};

}  // namespace

Picture pictureBefore(const ProgramReport& program) {
  if (isLarge(program)) {
    const std::vector<std::string> rows = foldedRows(linesOf(program));
    return {svg(widthOf(rows), rowHeight * static_cast<double>(rows.size()), drawRows(rows, 0, 12)),
            std::to_string(program.operations.size()) + " operations, counted by line"};
  }
  Drawing drawing;
  std::map<int, int> nodeOf;
  const std::size_t count = program.operations.size();
  for (std::size_t k = 0; k < program.inputs.size(); ++k)
    if (!program.inputs[k].shape.empty())
      nodeOf[~static_cast<int>(k)] = addInput(drawing, program, ~static_cast<int>(k));
  for (std::size_t k = 0; k < count; ++k) {
    const OperationReport& operation = program.operations[k];
    const int node = drawing.add(labelOf(operation, reduces(operation, program)));
    nodeOf[operation.index] = node;
    for (int source : operation.operands) {
      const bool isValue =
          source >= 0 && program.operations[static_cast<std::size_t>(source)].shape == "[]";
      if (!nodeOf.count(source)) continue;  // an input that only unused operations read
      drawing.connect(nodeOf.at(source), node,
                      operation.fate == Fate::unused ? Drawing::unused
                      : isValue                      ? Drawing::value
                                                     : Drawing::stored);
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    const OperationReport& operation = program.operations[k];
    if (operation.fate == Fate::result)
      drawing.connect(nodeOf.at(operation.index), drawing.add(resultLabel(operation)),
                      operation.shape == "[]" ? Drawing::value : Drawing::stored);
  }
  layOut(drawing.graph);
  return {svg(drawing.graph.width, drawing.graph.height, drawing.draw(0, 0)), ""};
}

Picture pictureAfter(const ProgramReport& program) { return AfterPicture(program).draw(); }

}  // namespace parax::detail
