// A graph with labels, drawn as SVG; classes refer to the page's style sheet.
#pragma once

#include <string>
#include <vector>

#include "frontend/explain/layout.h"
#include "parax/explain.h"

namespace parax::detail {

std::string at(const std::string& name, double value);  // an attribute
std::string cssClass(const std::string& name);
std::string textAt(const std::string& kind, double x, double y, const std::string& text);
// A smooth line: vertical where it passes a layer and at its ends.
std::string curve(const std::vector<Point>& points, double dx, double dy, const std::string& kind);
std::string svg(double width, double height, const std::string& contents);

std::string typed(const std::string& type, const std::string& shape);  // "double[n]"

// What a node of the graph shows.
struct Label {
  std::string kind;  // op, reduce, unused; given, result, kept
  std::string name, detail, tooltip;
};
Label labelOf(const OperationReport& operation, bool reduces);

// The edges' tags are the kinds of lines.
struct Drawing {
  enum Line { vanished, value, stored, unused };
  Graph graph;
  std::vector<Label> labels;

  int add(Label label, Graph::Node::Place place = Graph::Node::Place::anywhere, int rank = -1);
  void connect(int from, int to, Line line) { graph.edges.push_back({from, to, line, {}}); }
  std::string draw(double dx, double dy) const;  // after layOut(graph)
};

}  // namespace parax::detail
