// Before: one graph. After: a box with a graph for each loop, and lines between the boxes.
#include "frontend/explain/picture.h"

#include <algorithm>
#include <map>

#include "frontend/explain/drawing.h"
#include "frontend/explain/lines.h"
#include "frontend/explain/markup.h"
#include "frontend/explain/words.h"

namespace parax::detail {
namespace {

using Fate = OperationReport::Fate;

constexpr std::size_t mostOperations = 200;  // in one picture or box
constexpr std::size_t drawnOfMany = 60;
constexpr std::size_t mostLoops = 40;
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

Label resultLabel(const OperationReport& operation) {
  const std::string type = typed(operation.type, operation.shape);
  return {"result", "result", type,
          "result of " + operation.operation + " at " + placeText(operation) + ", " +
              bytesText(operation.bytes.value)};
}

// ---- after: one box per loop ----

struct Box {
  std::string title, detail;
  Drawing drawing;
  std::vector<std::string> folded;       // rows of text instead of a drawing
  std::map<int, int> readAt, writtenAt;  // by operation: nodes of the drawing
  double x = 0, y = 0, width = 0, height = 0;

  static constexpr double head = 40, pad = 14;
  Point nodeEdge(int node, bool upper) const {
    if (node < 0) return {x + width / 2, upper ? y : y + height};
    const Graph::Node& n = drawing.graph.nodes[static_cast<std::size_t>(node)];
    const double left = x + (width - drawing.graph.width) / 2;
    return {left + n.x, y + head + n.y + (upper ? -n.height : n.height) / 2};
  }
};

class AfterPicture {
 public:
  explicit AfterPicture(const ProgramReport& program) : program_(program) {}

  Picture draw() {
    const std::size_t count = std::min(program_.loops.size(), mostLoops);
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
    box.detail = bytesText(loop.bytes.value) + ", " + countText(loop.flops.value) +
                 (loop.flops.value == 1 ? " flop, " : " flops, ") + vectorText(loop);
    if (loop.vectorLanes > 0) box.detail += ", " + counted(loop.threads, "thread");
    if (loop.operations.size() > mostOperations)
      fold(box, k);
    else
      fill(box, loop, k);
    layOut(box.drawing.graph);
    const std::size_t longest = std::max(box.title.size() + 4, box.detail.size());
    box.width = std::max(box.drawing.graph.width, 6.2 * static_cast<double>(longest));
    for (const std::string& row : box.folded)
      box.width = std::max(box.width, 6.6 * static_cast<double>(row.size()));
    box.width += 2 * Box::pad;
    box.height = Box::head + Box::pad + box.drawing.graph.height +
                 18 * static_cast<double>(box.folded.size());
    return box;
  }

  void fold(Box& box, std::size_t k) const {
    constexpr std::size_t mostRows = 16;
    const std::vector<LineReport> lines = linesOf(program_, k);
    for (std::size_t row = 0; row < std::min(lines.size(), mostRows); ++row)
      box.folded.push_back(lines[row].file + ":" + std::to_string(lines[row].line) + "  " +
                           operationsText(lines[row]));
    if (lines.size() > mostRows)
      box.folded.push_back("and " + std::to_string(lines.size() - mostRows) + " lines more");
  }

  void fill(Box& box, const LoopReport& loop, std::size_t k) const {
    using Place = Graph::Node::Place;
    Drawing& drawing = box.drawing;
    std::map<int, int> nodeOf;
    for (int source : loop.reads) {
      if (source < 0) {
        nodeOf[source] = drawing.add(inputLabel(program_, source));
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
      box.x = (width_ - box.width) / 2;
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
    std::string out = textAt("title", box.x + Box::pad, box.y + 17, box.title);
    out += textAt("detail left", box.x + Box::pad, box.y + 31, box.detail);
    double y = box.y + Box::head + 14;
    for (const std::string& row : box.folded) {
      out += textAt("folded", box.x + Box::pad, y, row);
      y += 18;
    }
    return out +
           box.drawing.draw(box.x + (box.width - box.drawing.graph.width) / 2, box.y + Box::head);
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
      const std::vector<int>& writes = program_.loops[k].writes;
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
    const Point entry{end.x, boxes_[to].y - 6};  // straight from here: the mark is on the line
    points.push_back(entry);
    points.push_back(end);
    const std::string numbers = refusalNumbers(source, to);
    const bool isValue = operation(source).shape == "[]";
    const std::string kind =
        std::string("line ") + (isValue ? "value" : "stored") + (numbers.empty() ? "" : " refused");
    if (!numbers.empty()) addMark(entry, numbers);
    return curve(points, 0, 0, kind);
  }

  void addMark(Point centre, const std::string& numbers) {
    const auto [x, y] = centre;
    const double width = std::max(18.0, 8 + 7 * static_cast<double>(numbers.size()));
    marks_ += element("g", cssClass("mark"),
                      element("rect",
                              at("x", x - width / 2) + at("y", y - 9) + at("width", width) +
                                  "height=\"18\" rx=\"9\"",
                              "") +
                          textAt("name", x, y + 4, numbers));
  }

  // "3" or "3,4".
  std::string refusalNumbers(int source, std::size_t loop) const {
    std::string numbers;
    for (std::size_t k = 0; k < program_.refusals.size(); ++k) {
      const RefusalReport& refusal = program_.refusals[k];
      if (refusal.first.index == source && refusal.secondLoop == static_cast<int>(loop))
        numbers += (numbers.empty() ? "" : ",") + std::to_string(k + 1);
    }
    return numbers;
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
  Drawing drawing;
  std::map<int, int> nodeOf;
  const bool many = program.operations.size() > mostOperations;
  const std::size_t count = many ? drawnOfMany : program.operations.size();
  for (std::size_t k = 0; k < count; ++k)
    for (int source : program.operations[k].operands)
      if (source < 0 && !nodeOf.count(source))
        nodeOf[source] = drawing.add(inputLabel(program, source));
  for (std::size_t k = 0; k < count; ++k) {
    const OperationReport& operation = program.operations[k];
    const int node = drawing.add(labelOf(operation, reduces(operation, program)));
    nodeOf[operation.index] = node;
    for (int source : operation.operands) {
      const bool isValue =
          source >= 0 && program.operations[static_cast<std::size_t>(source)].shape == "[]";
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
  return {svg(drawing.graph.width, drawing.graph.height, drawing.draw(0, 0)),
          leftOut(count, program.operations.size(), "operations")};
}

Picture pictureAfter(const ProgramReport& program) { return AfterPicture(program).draw(); }

}  // namespace parax::detail
