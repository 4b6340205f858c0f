// Sums and scans in the fixed order, written from the promise and not from ir/'s code: what the
// results of programs are compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace parax::ir::test {

constexpr std::size_t blockOfSums = 1280;

template <class T>
std::vector<T> slice(const std::vector<T>& list, std::size_t first, std::size_t count) {
  const auto from = list.begin() + static_cast<std::ptrdiff_t>(first);
  return {from, from + static_cast<std::ptrdiff_t>(std::min(count, list.size() - first))};
}

// Lanes in order, then by halving.
template <class T>
T sumOfBlock(const std::vector<T>& block) {
  const std::size_t lanes = 64 / sizeof(T);
  std::vector<T> lane(block.begin(),
                      block.begin() + static_cast<std::ptrdiff_t>(std::min(lanes, block.size())));
  for (std::size_t e = lanes; e < block.size(); ++e) lane[e % lanes] = lane[e % lanes] + block[e];
  for (std::size_t half = lanes / 2; half > 0; half /= 2) {
    for (std::size_t j = 0; j + half < lane.size(); ++j) lane[j] = lane[j] + lane[j + half];
    if (lane.size() > half) lane.resize(half);
  }
  return lane.at(0);
}

// Blocks in pairs of neighbours.
template <class T>
T sumOfLine(const std::vector<T>& line) {
  std::vector<T> level;
  for (std::size_t at = 0; at < line.size(); at += blockOfSums)
    level.push_back(sumOfBlock(slice(line, at, blockOfSums)));
  while (level.size() > 1) {
    std::vector<T> next;
    for (std::size_t k = 0; k < level.size(); k += 2)
      next.push_back(k + 1 < level.size() ? level[k] + level[k + 1] : level[k]);
    level = next;
  }
  return level.at(0);
}

// One axis at a time, the last first; neighbours are one axis while the inner has fewer than 256.
template <class T>
T sumOfArray(std::vector<std::int64_t> extents, std::vector<T> values) {
  if (values.empty()) return T(0);
  while (!extents.empty()) {
    auto length = static_cast<std::size_t>(extents.back());
    extents.pop_back();
    for (; !extents.empty() && length < 256; extents.pop_back())
      length *= static_cast<std::size_t>(extents.back());
    std::vector<T> lines;
    for (std::size_t at = 0; at < values.size(); at += length)
      lines.push_back(sumOfLine(slice(values, at, length)));
    values = lines;
  }
  return values.at(0);
}

// A line of lanes, by doubling: at each level the upper halves take the last of the lower ones.
template <class T>
std::vector<T> scanOfLine(std::vector<T> line) {
  for (std::size_t half = 1; half < 64 / sizeof(T); half *= 2) {
    const std::vector<T> before = line;
    for (std::size_t e = 0; e < line.size(); ++e)
      if (e / half % 2 == 1) line[e] = before[e / half * half - 1] + before[e];
  }
  return line;
}

template <class T>
std::vector<T> scanOf(const std::vector<T>& values) {
  std::vector<T> result, totals;
  for (std::size_t at = 0; at < values.size(); at += blockOfSums) {
    const std::vector<T> block = slice(values, at, blockOfSums);
    std::vector<T> local;
    for (std::size_t from = 0; from < block.size(); from += 64 / sizeof(T)) {
      const bool first = local.empty();
      const T carry = first ? T() : local.back();
      for (const T& x : scanOfLine(slice(block, from, 64 / sizeof(T))))
        local.push_back(first ? x : carry + x);
    }
    totals.push_back(local.back());
    result.insert(result.end(), local.begin(), local.end());
  }
  if (totals.size() <= 1) return result;
  const std::vector<T> offsets = scanOf(totals);
  for (std::size_t k = blockOfSums; k < result.size(); ++k)
    result[k] = offsets[k / blockOfSums - 1] + result[k];
  return result;
}

}  // namespace parax::ir::test
