// Layers, order within layers, positions, edges.
#include "frontend/explain/layout.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>

namespace parax::detail {
namespace {

constexpr double columnGap = 14, layerGap = 30, passWidth = 4;
constexpr int sweeps = 12;
constexpr double unbounded = 1e9;

// A node of the graph, or the place where edges of one node pass a layer.
struct Item {
  int layer = 0;
  double width = passWidth;
  double x = 0;
  std::vector<int> above, below;  // neighbours
};

class Layout {
 public:
  explicit Layout(Graph& graph) : graph_(graph) {}

  void run() {
    if (graph_.nodes.empty()) return;
    assignLayers();
    makeItems();
    order();
    position();
    straighten();
    mirror();
    placeNodes();
    drawEdges();
  }

 private:
  Graph::Node& node(int k) { return graph_.nodes[static_cast<std::size_t>(k)]; }
  Item& item(int k) { return items_[static_cast<std::size_t>(k)]; }
  std::vector<int>& layer(int k) { return layers_[static_cast<std::size_t>(k)]; }
  int layerCount() const { return static_cast<int>(layers_.size()); }

  void assignLayers() {
    using Place = Graph::Node::Place;
    std::vector<bool> isSource(graph_.nodes.size(), true);
    std::sort(graph_.edges.begin(), graph_.edges.end(), [](const auto& a, const auto& b) {
      return std::pair(a.to, a.from) < std::pair(b.to, b.from);
    });
    int last = 0;
    for (const Graph::Edge& edge : graph_.edges) {
      node(edge.to).layer = std::max(node(edge.to).layer, node(edge.from).layer + 1);
      last = std::max(last, node(edge.to).layer);
      isSource[static_cast<std::size_t>(edge.to)] = false;
    }
    // What reads nothing stands right above its first reader.
    std::vector<int> reader(graph_.nodes.size(), last + 1);
    for (const Graph::Edge& edge : graph_.edges)
      reader[static_cast<std::size_t>(edge.from)] =
          std::min(reader[static_cast<std::size_t>(edge.from)], node(edge.to).layer);
    for (std::size_t k = 0; k < graph_.nodes.size(); ++k) {
      Graph::Node& n = graph_.nodes[k];
      if (isSource[k] && n.place == Place::anywhere && reader[k] <= last) n.layer = reader[k] - 1;
      if (n.place == Place::bottom) n.layer = last;
    }
    layers_.resize(static_cast<std::size_t>(last) + 1);
  }

  // Edges of one node that pass a layer share their place in it.
  void makeItems() {
    items_.resize(graph_.nodes.size());
    for (std::size_t k = 0; k < graph_.nodes.size(); ++k) {
      items_[k].layer = graph_.nodes[k].layer;
      items_[k].width = graph_.nodes[k].width;
      layer(items_[k].layer).push_back(static_cast<int>(k));
    }
    for (const Graph::Edge& edge : graph_.edges) {
      int before = edge.from;
      for (int l = node(edge.from).layer + 1; l < node(edge.to).layer; ++l) {
        const auto [pass, isNew] =
            passes_.try_emplace({edge.from, l}, static_cast<int>(items_.size()));
        if (isNew) {
          items_.push_back({.layer = l});
          layer(l).push_back(pass->second);
          connect(before, pass->second);
        }
        before = pass->second;
      }
      connect(before, edge.to);
    }
  }
  void connect(int upper, int lower) {
    item(upper).below.push_back(lower);
    item(lower).above.push_back(upper);
  }

  void order() {
    std::vector<std::vector<int>> best = layers_;
    long fewest = crossings();
    for (int sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (int k = 0; k < layerCount(); ++k) sortLayer(down ? k : layerCount() - 1 - k, down);
      if (const long now = crossings(); now < fewest) {
        fewest = now;
        best = layers_;
      }
    }
    layers_ = best;
  }

  void sortLayer(int l, bool down) {
    const std::vector<int> neighbourPlaces = places();
    std::vector<int>& row = layer(l);
    std::vector<std::pair<double, std::size_t>> wanted;  // equal ones keep their order
    for (std::size_t p = 0; p < row.size(); ++p) {
      const std::vector<int>& around = down ? item(row[p]).above : item(row[p]).below;
      double sum = 0;
      for (int other : around) sum += neighbourPlaces[static_cast<std::size_t>(other)];
      wanted.emplace_back(
          around.empty() ? static_cast<double>(p) : sum / static_cast<double>(around.size()), p);
    }
    std::sort(wanted.begin(), wanted.end());
    const std::vector<int> before = row;
    for (std::size_t p = 0; p < row.size(); ++p) row[p] = before[wanted[p].second];
  }

  std::vector<int> places() const {
    std::vector<int> place(items_.size());
    for (const auto& row : layers_)
      for (std::size_t p = 0; p < row.size(); ++p)
        place[static_cast<std::size_t>(row[p])] = static_cast<int>(p);
    return place;
  }

  long crossings() const {
    const std::vector<int> place = places();
    long count = 0;
    for (const auto& row : layers_) {
      std::vector<std::pair<int, int>> lines;
      for (int upper : row)
        for (int lower : items_[static_cast<std::size_t>(upper)].below)
          lines.emplace_back(place[static_cast<std::size_t>(upper)],
                             place[static_cast<std::size_t>(lower)]);
      for (std::size_t a = 0; a < lines.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
          count += (lines[a].first - lines[b].first) * (lines[a].second - lines[b].second) < 0;
    }
    return count;
  }

  double distance(int left, int right) {
    return (item(left).width + item(right).width) / 2 + columnGap;
  }

  void position() {
    for (auto& row : layers_)
      for (std::size_t p = 1; p < row.size(); ++p)
        item(row[p]).x = item(row[p - 1]).x + distance(row[p - 1], row[p]);
    for (int sweep = 0; sweep < 2 * sweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (int k = 0; k < layerCount(); ++k) align(layer(down ? k : layerCount() - 1 - k));
    }
    double left = 0, right = 0;
    for (const Item& i : items_) {
      left = std::min(left, i.x - i.width / 2);
      right = std::max(right, i.x + i.width / 2);
    }
    for (Item& i : items_) i.x -= left;
    graph_.width = right - left;
  }

  // Towards the mean of all neighbours. Packed from the left and from the right, the average of
  // both keeps the order and the distances.
  void align(const std::vector<int>& row) {
    std::vector<double> wanted;
    for (int k : row) {
      const auto add = [&](double sum, int other) { return sum + item(other).x; };
      const auto& [above, below] = std::tie(item(k).above, item(k).below);
      const double sum = std::accumulate(
          below.begin(), below.end(), std::accumulate(above.begin(), above.end(), 0.0, add), add);
      const auto count = static_cast<double>(above.size() + below.size());
      wanted.push_back(count > 0 ? sum / count : item(k).x);
    }
    std::vector<double> fromLeft = wanted, fromRight = wanted;
    for (std::size_t p = 1; p < row.size(); ++p)
      fromLeft[p] = std::max(fromLeft[p], fromLeft[p - 1] + distance(row[p - 1], row[p]));
    for (std::size_t p = row.size(); p-- > 1;)
      fromRight[p - 1] = std::min(fromRight[p - 1], fromRight[p] - distance(row[p - 1], row[p]));
    for (std::size_t p = 0; p < row.size(); ++p) item(row[p]).x = (fromLeft[p] + fromRight[p]) / 2;
  }

  // The places of one edge in the layers that it passes get one x as far as their neighbours allow.
  void straighten() {
    const std::vector<int> place = places();
    for (auto pass = passes_.begin(); pass != passes_.end();) {
      double low = -unbounded, high = unbounded, sum = 0;
      std::vector<int> run;
      for (; pass != passes_.end(); ++pass) {
        const int k = pass->second;
        const bool follows =
            run.empty() || (item(k).layer == item(run.back()).layer + 1 &&
                            std::count(item(k).above.begin(), item(k).above.end(), run.back()));
        const auto [from, to] = room(k, place[static_cast<std::size_t>(k)]);
        if (!follows || std::max(low, from) > std::min(high, to)) break;
        low = std::max(low, from), high = std::min(high, to), sum += item(k).x;
        run.push_back(k);
      }
      const double mean = sum / static_cast<double>(run.size());
      for (int k : run) item(k).x = std::clamp(mean, low, high);
    }
  }
  // Between the neighbours in its layer.
  std::pair<double, double> room(int k, int place) {
    const std::vector<int>& row = layer(item(k).layer);
    const auto p = static_cast<std::size_t>(place);
    return {p > 0 ? item(row[p - 1]).x + distance(row[p - 1], k) : -unbounded,
            p + 1 < row.size() ? item(row[p + 1]).x - distance(k, row[p + 1]) : unbounded};
  }

  void mirror() {
    int inOrder = 0;
    for (std::size_t a = 0; a < graph_.nodes.size(); ++a)
      for (std::size_t b = 0; b < graph_.nodes.size(); ++b)
        if (graph_.nodes[a].rank >= 0 && graph_.nodes[a].rank < graph_.nodes[b].rank)
          inOrder += items_[a].x <= items_[b].x ? 1 : -1;
    if (inOrder < 0)
      for (Item& i : items_) i.x = graph_.width - i.x;
  }

  void placeNodes() {
    double y = 0;
    for (int l = 0; l < layerCount(); ++l) {
      double height = 0;
      for (int k : layer(l))
        if (k < static_cast<int>(graph_.nodes.size())) height = std::max(height, node(k).height);
      layerTop_.push_back(y);
      layerBottom_.push_back(y + height);
      y += height + layerGap;
    }
    graph_.height = y - layerGap;
    for (std::size_t k = 0; k < graph_.nodes.size(); ++k) {
      const auto l = static_cast<std::size_t>(graph_.nodes[k].layer);
      graph_.nodes[k].x = items_[k].x;
      graph_.nodes[k].y = (layerTop_[l] + layerBottom_[l]) / 2;
    }
  }

  void drawEdges() {
    for (Graph::Edge& edge : graph_.edges) {
      const Graph::Node &from = node(edge.from), &to = node(edge.to);
      edge.points = {{from.x, from.y + from.height / 2}};
      for (int l = from.layer + 1; l < to.layer; ++l) {
        const double x = item(passes_.at({edge.from, l})).x;
        edge.points.push_back({x, layerTop_[static_cast<std::size_t>(l)]});
        edge.points.push_back({x, layerBottom_[static_cast<std::size_t>(l)]});
      }
      edge.points.push_back({to.x, to.y - to.height / 2});
    }
    spreadEnds();
  }

  // Edges that end at one node end side by side, in the order in which they come.
  void spreadEnds() {
    std::map<int, std::vector<Graph::Edge*>> incoming;
    for (Graph::Edge& edge : graph_.edges) incoming[edge.to].push_back(&edge);
    for (auto& [to, edges] : incoming) {
      const auto cameFrom = [](const Graph::Edge* e) {
        return std::pair(e->points[e->points.size() - 2].x, e->from);
      };
      std::sort(edges.begin(), edges.end(), [&](const Graph::Edge* a, const Graph::Edge* b) {
        return cameFrom(a) < cameFrom(b);
      });
      const double step = std::min(12.0, node(to).width / (static_cast<double>(edges.size()) + 1));
      for (std::size_t k = 0; k < edges.size(); ++k)
        edges[k]->points.back().x +=
            (static_cast<double>(k) - static_cast<double>(edges.size() - 1) / 2) * step;
    }
  }

  Graph& graph_;
  std::vector<Item> items_;  // the nodes first
  std::vector<std::vector<int>> layers_;
  std::map<std::pair<int, int>, int> passes_;  // by node and layer
  std::vector<double> layerTop_, layerBottom_;
};

}  // namespace

void layOut(Graph& graph) { Layout(graph).run(); }

}  // namespace parax::detail
