// Nodes, lines and texts as SVG.
#include "frontend/explain/drawing.h"

#include <algorithm>

#include "frontend/explain/amounts.h"
#include "frontend/explain/markup.h"

namespace parax::detail {
namespace {

constexpr double nodeHeight = 36, charWidth = 7.4, smallCharWidth = 5.9, margin = 12;

std::string fateText(const OperationReport& operation) {
  const std::string bytes = bytesText(operation.bytes.value);
  switch (operation.fate) {
    case OperationReport::Fate::value: return "";
    case OperationReport::Fate::result: return "; a result of " + bytes;
    case OperationReport::Fate::kept: return "; kept in memory, " + bytes;
    case OperationReport::Fate::vanished: return "; never in memory: " + bytes + " less";
    case OperationReport::Fate::unused: return "; nobody needs it";
  }
  return "";
}

std::string drawNode(const Graph::Node& node, const Label& label, double dx, double dy) {
  const double x = node.x + dx, y = node.y + dy;
  const bool isArray = label.kind == "given" || label.kind == "result" || label.kind == "kept";
  return element("g", cssClass("node " + label.kind),
                 element("title", "", escaped(label.tooltip)) +
                     element("rect",
                             at("x", x - node.width / 2) + at("y", y - node.height / 2) +
                                 at("width", node.width) + at("height", node.height) +
                                 at("rx", isArray ? node.height / 2 : 4),
                             "") +
                     textAt("name", x, y - 1, label.name) +
                     textAt("detail", x, y + 12, label.detail));
}

}  // namespace

std::string at(const std::string& name, double value) {
  return name + "=\"" + number(value) + "\" ";
}
std::string cssClass(const std::string& name) { return "class=\"" + name + "\""; }

std::string textAt(const std::string& kind, double x, double y, const std::string& text) {
  return element("text", at("x", x) + at("y", y) + cssClass(kind), escaped(text));
}

std::string curve(const std::vector<Point>& points, double dx, double dy, const std::string& kind) {
  const auto xy = [&](double x, double y) { return number(x + dx) + " " + number(y + dy); };
  std::string d = "M" + xy(points[0].x, points[0].y);
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Point &a = points[k - 1], &b = points[k];
    const double middle = (a.y + b.y) / 2;
    d += a.x == b.x ? "L" + xy(b.x, b.y)
                    : "C" + xy(a.x, middle) + " " + xy(b.x, middle) + " " + xy(b.x, b.y);
  }
  return element("path", cssClass(kind) + " d=\"" + d + "\"", "");
}

std::string svg(double width, double height, const std::string& contents) {
  const double w = width + 2 * margin, h = height + 2 * margin;
  return element("svg",
                 "xmlns=\"http://www.w3.org/2000/svg\" " + at("width", w) + at("height", h) +
                     "viewBox=\"" + number(-margin) + " " + number(-margin) + " " + number(w) +
                     " " + number(h) + "\" role=\"img\"",
                 contents);
}

std::string typed(const std::string& type, const std::string& shape) {
  return shape == "[]" ? type : type + shape;
}

Label labelOf(const OperationReport& operation, bool reduces) {
  std::string place = ":" + std::to_string(operation.line);
  if (operation.otherLine) place += ", :" + std::to_string(operation.otherLine);
  const std::string kind = operation.fate == OperationReport::Fate::unused ? "unused"
                           : reduces                                       ? "reduce"
                                                                           : "op";
  const bool fused = operation.operation.find("a * b") != std::string::npos;
  return {kind, operation.expression, place,
          operation.expression + " at " + placeText(operation) + ", " +
              typed(operation.type, operation.shape) + fateText(operation) +
              (fused ? "; one fused multiply-add, rounded once" : "")};
}

int Drawing::add(Label label, Graph::Node::Place place, int rank) {
  const double name = charWidth * static_cast<double>(label.name.size());
  const double detail = smallCharWidth * static_cast<double>(label.detail.size());
  graph.nodes.push_back({std::max({name, detail, 20.0}) + 16, nodeHeight, place, rank});
  labels.push_back(std::move(label));
  return static_cast<int>(labels.size()) - 1;
}

std::string Drawing::draw(double dx, double dy) const {
  static constexpr const char* lines[] = {"vanished", "value", "stored", "dropped"};
  std::string out;
  for (const Graph::Edge& edge : graph.edges)
    out += curve(edge.points, dx, dy, std::string("line ") + lines[edge.tag]);
  for (std::size_t k = 0; k < labels.size(); ++k)
    out += drawNode(graph.nodes[k], labels[k], dx, dy);
  return out;
}

}  // namespace parax::detail
