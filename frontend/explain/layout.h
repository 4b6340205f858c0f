// Drawing a graph in layers, from top to bottom.
#pragma once

#include <vector>

namespace parax::detail {

struct Point {
  double x, y;
};

struct Graph {
  struct Node {
    double width, height;
    enum class Place { anywhere, top, bottom } place = Place::anywhere;  // first or last layer
    int rank = -1;  // nodes that have one stand in its order from left to right, where that is free
    int layer = 0;
    double x = 0, y = 0;  // of the centre; filled in
  };
  struct Edge {
    int from, to;               // from < to: nodes come in an order in which they can be computed
    int tag = 0;                // the caller's
    std::vector<Point> points;  // filled in: from the lower rim of `from` to the upper one of `to`
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  double width = 0, height = 0;  // filled in; the left upper corner is (0, 0)
};

// Sugiyama's method: layers by longest paths, edges that pass a layer take a place in it, few
// crossings by barycentres, positions by averaging over neighbours, then long edges straightened
// and the picture mirrored if that brings more ranked nodes into their order.
void layOut(Graph& graph);

}  // namespace parax::detail
