// Names for sizes, and formulas over them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "frontend/recording/recording.h"
#include "parax/core/place.h"
#include "parax/explain.h"

namespace parax::detail {

// The sizes of one segment: n, n2, n3, ... in the order in which they are asked for.
class Sizes {
 public:
  Sizes(const Recording& recording, std::span<const Place> places);

  ir::Symbol classOf(ir::Symbol symbol) const { return recording_.sizes.classOf(symbol); }
  std::int64_t value(ir::Symbol symbol) const;
  const std::string& name(ir::Symbol symbol);
  template <class Symbols>
  std::string shapeText(const Symbols& symbols) {  // "[n, n2]"
    std::string text = "[";
    for (ir::Symbol s : symbols) text += (text.size() > 1 ? ", " : "") + name(s);
    return text + "]";
  }
  ReportList<SizeReport> take() { return std::move(named_); }

 private:
  std::string sourceOf(ir::Symbol symbol) const;

  const Recording& recording_;
  std::span<const Place> places_;
  std::map<ir::Symbol, std::string> names_;  // by class
  ReportList<SizeReport> named_;
};

// A sum of products of sizes.
class Formula {
 public:
  void add(std::int64_t factor, std::vector<ir::Symbol> product, const Sizes& sizes);
  void add(const Formula& other);
  AmountReport amount(Sizes& sizes) const;

 private:
  std::map<std::vector<ir::Symbol>, std::int64_t> factors_;  // by sorted classes
};

}  // namespace parax::detail
