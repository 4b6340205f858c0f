// Classes of equal sizes get one name each.
#include "frontend/explain/sizes.h"

#include <algorithm>
#include <climits>

#include "frontend/messages.h"

namespace parax::detail {
namespace {

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? LLONG_MAX : result;
}
std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? LLONG_MAX : result;
}

}  // namespace

Sizes::Sizes(const Recording& recording, std::span<const Place> places)
    : recording_(recording), places_(places) {
  names_[ir::one] = "1";
}

std::int64_t Sizes::value(ir::Symbol symbol) const { return recording_.sizes.value(symbol); }

const std::string& Sizes::name(ir::Symbol symbol) {
  symbol = classOf(symbol);
  std::string& known = names_[symbol];
  if (known.empty()) {
    const std::size_t count = named_.size();
    known = count == 0 ? "n" : "n" + std::to_string(count + 1);  // other letters are the user's
    named_.push_back({known, value(symbol), sourceOf(symbol)});
  }
  return known;
}

std::string Sizes::sourceOf(ir::Symbol symbol) const {
  const ir::Size& source = recording_.sizes.list()[static_cast<std::size_t>(symbol)];
  if (source.kind != ir::Size::Kind::input) return "given as a number";
  const std::int32_t argument = recording_.inputs[static_cast<std::size_t>(source.slot)].argument;
  return "extent(" + std::to_string(source.dim) + ") of " +
         (argument < 0 ? "an array that is no argument" : argumentText(places_, argument));
}

void Formula::add(std::int64_t factor, std::vector<ir::Symbol> symbols, const Sizes& sizes) {
  for (ir::Symbol& s : symbols) s = sizes.classOf(s);
  std::erase(symbols, ir::one);
  std::sort(symbols.begin(), symbols.end());
  if (factor != 0) factors_[symbols] += factor;
}

void Formula::add(const Formula& other) {
  for (const auto& [symbols, factor] : other.factors_) factors_[symbols] += factor;
}

// The largest products first: "8*n*n2 + 8*n2 + 3".
AmountReport Formula::amount(Sizes& sizes) const {
  std::vector<std::pair<std::vector<ir::Symbol>, std::int64_t>> terms(factors_.begin(),
                                                                      factors_.end());
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) {
    const std::size_t p = a.first.size(), q = b.first.size();
    return p != q ? p > q : a.first < b.first;
  });
  AmountReport amount;
  for (const auto& [symbols, factor] : terms) {
    std::int64_t value = factor;
    std::string text = factor == 1 && !symbols.empty() ? "" : std::to_string(factor);
    for (ir::Symbol s : symbols) {
      value = product(value, sizes.value(s));
      text += (text.empty() ? "" : "*") + sizes.name(s);
    }
    amount.value = sum(amount.value, value);
    amount.formula += (amount.formula.empty() ? "" : " + ") + text;
  }
  if (terms.empty()) amount.formula = "0";
  return amount;
}

}  // namespace parax::detail
