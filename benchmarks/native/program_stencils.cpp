// The 3-D Laplace iteration, step by step and blocked in time, and a fused Harris response.
#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "lanes.h"
#include "programs.h"

namespace native {
namespace {

using std::int64_t;
using Floats = Lanes<float>;
constexpr int width = laneCount<float>;

// Arrays whose first element is at the start of a cache line.
struct FreeAligned {
  void operator()(float* p) const { ::operator delete(p, std::align_val_t{64}); }
};
using AlignedFloats = std::unique_ptr<float[], FreeAligned>;
AlignedFloats alignedFloats(int64_t n) {
  return AlignedFloats(
      static_cast<float*>(::operator new(n * sizeof(float), std::align_val_t{64})));
}

// Means of the neighbours of `count` cells in a row; every pointer is at the first of them.
[[gnu::always_inline]] inline void meanRow(const float* above, const float* below,
                                           const float* north, const float* south, const float* row,
                                           float* __restrict out, int64_t count) {
  const auto cells = [&](int64_t k) {
    const Floats i = loadLanes(above + k) + loadLanes(below + k);
    const Floats j = loadLanes(north + k) + loadLanes(south + k);
    const Floats sum = i + j + (loadLanes(row + k - 1) + loadLanes(row + k + 1));
    storeLanes(out + k, sum * (1.0f / 6));
  };
  int64_t k = 0;
  for (; k + width <= count; k += width) cells(k);
  if (k < count && count >= width) {
    cells(count - width);  // some cells twice: they come out the same
    return;
  }
  for (; k < count; ++k)
    out[k] =
        ((above[k] + below[k]) + (north[k] + south[k]) + (row[k - 1] + row[k + 1])) * (1.0f / 6);
}

}  // namespace

float* laplace3d(float* a, float* b, int64_t n, int steps, int threads) {
  const int64_t plane = n * n;
#pragma omp parallel num_threads(threads) if (threads > 1)
  for (int step = 0; step < steps; ++step) {
    const float* from = step % 2 == 0 ? a : b;
    float* to = step % 2 == 0 ? b : a;
#pragma omp for schedule(static)
    for (int64_t i = 1; i < n - 1; ++i)
      for (int64_t j = 1; j < n - 1; ++j) {
        const int64_t at = i * plane + j * n + 1;
        const float* p = from + at;
        meanRow(p - plane, p + plane, p - n, p + n, p, to + at, n - 2);
      }
  }
  return steps % 2 == 0 ? a : b;
}

namespace {

// An odd number of steps over all planes, for the rows of one tile. A plane of level t (the grid
// after t steps) is made as soon as level t - 1 has three planes for it, so that between the grid
// that is read and the one that is written only three planes of each level exist, in cache. Tiles
// are independent: each makes the rows beyond its own that its later levels need.
class TimeTile {
 public:
  TimeTile(int64_t n, int64_t tallest, int mostSteps)
      : n_(n),
        stride_((lead + 1 + n + width - 1) / width * width),
        slot_((tallest + 2 * mostSteps) * stride_),
        planes_(alignedFloats(3 * mostSteps * slot_)) {}

  void run(const float* from, float* to, int64_t begin, int64_t end, int steps) {
    from_ = from, to_ = to, begin_ = begin, end_ = end, steps_ = steps;
    for (int64_t front = 0; front < n_ - 1 + steps; ++front)
      for (int level = 1; level <= steps; ++level) {
        const int64_t i = front - (level - 1);
        if (i < 0 || i >= n_) continue;
        if (i == 0 || i == n_ - 1)
          copyFace(level, i);
        else
          makePlane(level, i);
      }
  }

 private:
  static constexpr int64_t lead = width - 1;  // puts the first interior cell on a cache line

  // Where row j of plane i of a level begins, and how far apart its rows are.
  float* at(int level, int64_t i, int64_t j) const {
    return planes_.get() + ((level - 1) * 3 + i % 3) * slot_ + (j - begin_ + steps_) * stride_ +
           lead;
  }
  const float* source(int level, int64_t i, int64_t j) const {
    return level == 0 ? from_ + (i * n_ + j) * n_ : at(level, i, j);
  }
  // The array whose faces a level has.
  const float* faces(int level) const { return level % 2 == 0 ? from_ : to_; }
  int64_t firstRow(int level) const { return std::max<int64_t>(1, begin_ - (steps_ - level)); }
  int64_t lastRow(int level) const { return std::min(n_ - 1, end_ + (steps_ - level)); }

  void copyRow(int level, int64_t i, int64_t j) const {
    std::memcpy(at(level, i, j), faces(level) + (i * n_ + j) * n_, n_ * sizeof(float));
  }
  void copyFace(int level, int64_t i) const {
    if (level == steps_) return;
    for (int64_t j = firstRow(level); j < lastRow(level); ++j) copyRow(level, i, j);
  }

  void makePlane(int level, int64_t i) const {
    const bool last = level == steps_;
    const int64_t first = firstRow(level), end = lastRow(level), before = level - 1;
    const int64_t pitch = level == 1 ? n_ : stride_;
    const float* above = source(before, i - 1, first) + 1;
    const float* here = source(before, i, first) + 1;
    const float* below = source(before, i + 1, first) + 1;
    const float* face = faces(level) + i * n_ * n_;
    float* to = last ? to_ + (i * n_ + first) * n_ + 1 : at(level, i, first) + 1;
    for (int64_t j = first; j < end; ++j) {
      meanRow(above, below, here - pitch, here + pitch, here, to, n_ - 2);
      if (!last) {
        to[-1] = face[j * n_];
        to[n_ - 2] = face[j * n_ + n_ - 1];
      }
      above += pitch, here += pitch, below += pitch, to += last ? n_ : stride_;
    }
    if (last) return;
    if (first == 1) copyRow(level, i, 0);
    if (end == n_ - 1) copyRow(level, i, n_ - 1);
  }

  int64_t n_, stride_, slot_;
  AlignedFloats planes_;
  const float* from_ = nullptr;
  float* to_ = nullptr;
  int64_t begin_ = 0, end_ = 0;
  int steps_ = 0;
};

}  // namespace

// Blocks have an odd number of steps, so that results end up in the same buffer as step by step.
float* laplace3dBlocked(float* a, float* b, int64_t n, int steps, int threads) {
  constexpr int mostSteps = 5;
  constexpr int64_t tileCells = 14000;  // in a plane: the planes of all levels stay in the L2 cache
  const int64_t rows = n - 2, tallest = std::max<int64_t>(8, tileCells / n);
  if (rows <= 0) return steps % 2 == 0 ? a : b;
  const int64_t tiles = (rows + tallest * threads - 1) / (tallest * threads) * threads;
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    TimeTile tile(n, tallest, mostSteps);
    float *from = a, *to = b;
    for (int left = steps; left > 0;) {
      const int now = std::min(mostSteps, left % 2 == 0 && left < mostSteps ? left - 1 : left);
#pragma omp for schedule(static)
      for (int64_t t = 0; t < tiles; ++t)
        tile.run(from, to, 1 + rows * t / tiles, 1 + rows * (t + 1) / tiles, now);
      std::swap(from, to);
      left -= now;
    }
  }
  return steps % 2 == 0 ? a : b;
}

namespace {

// A pass over the columns makes two rows of products and two rows of the response: the products of
// the two rows before are in `products`, six vectors per column block, and are replaced by the new.
// Neighbours in a row come from vectors in registers, so the response lags two blocks behind.
class HarrisRows {
 public:
  explicit HarrisRows(int64_t columns)
      : columns_(columns),
        blocks_((columns + width - 1) / width),
        products_(alignedFloats(blocks_ * 6 * width)),
        spare_(alignedFloats(blocks_ * width)) {}

  float* spare() const { return spare_.get(); }

  // Reads image[0..3]; products are of rows 1 and 2 of them, zero if not live; the response of the
  // two rows that have the old products' second row and the new ones' first as centres.
  void pass(const float* const image[4], const bool live[2], float* const out[2]) {
    aligned_ = elementsToAligned(out[0]) == 0 && elementsToAligned(out[1]) == 0;
    Carry carry = {};
    int64_t block = 0;
    for (; block < std::min<int64_t>(3, blocks_ + 2); ++block)
      step<true>(carry, block, image, live, out);
    for (; block < blocks_ - 1; ++block) step<false>(carry, block, image, live, out);
    for (; block < blocks_ + 2; ++block) step<true>(carry, block, image, live, out);
  }

 private:
  using Rows = Floats[2];
  // Vertical differences, vertical weighted sums and box columns (xx, yy, xy) of two blocks each.
  struct Carry {
    Rows d[2], s[2], box[3][2];
  };

  template <bool edge>
  Floats loadBlock(const float* row, int64_t block) const {
    if constexpr (!edge) return loadLanes(row + block * width);
    Floats v = {};
    const int64_t count = std::min<int64_t>(width, columns_ - block * width);
    if (count > 0) std::memcpy(&v, row + block * width, count * sizeof(float));
    return v;
  }

  // Zero on the rim and beyond it.
  template <bool edge>
  Floats interior(Floats v, int64_t block) const {
    if constexpr (edge)
      for (int i = 0; i < width; ++i) {
        const int64_t column = block * width + i;
        if (column <= 0 || column >= columns_ - 1) v[i] = 0;
      }
    return v;
  }

  template <bool edge>
  [[gnu::always_inline]] inline void step(Carry& c, int64_t block, const float* const image[4],
                                          const bool live[2], float* const out[2]) {
    Floats row[4], box[3][2] = {};
    for (int r = 0; r < 4; ++r) row[r] = loadBlock<edge>(image[r], block);
    Rows d = {row[2] - row[0], row[3] - row[1]};
    Rows s = {row[0] + row[2] + (row[1] + row[1]), row[1] + row[3] + (row[2] + row[2])};
    if (!edge || (block > 0 && block <= blocks_)) {
      Floats product[3][2] = {};
#pragma GCC unroll 2
      for (int r = 0; r < 2; ++r) {
        if (!live[r]) continue;
        const Floats x = interior<edge>(fromLeft<float>(c.d[0][r], c.d[1][r]) +
                                            fromRight<float>(c.d[1][r], d[r]) + 2 * c.d[1][r],
                                        block - 1);
        const Floats y = interior<edge>(
            fromRight<float>(c.s[1][r], s[r]) - fromLeft<float>(c.s[0][r], c.s[1][r]), block - 1);
        product[0][r] = x * x;
        product[1][r] = y * y;
        product[2][r] = x * y;
      }
      float* old = products_.get() + (block - 1) * 6 * width;
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k) {
        const Floats middle = loadLanes(old + (2 * k + 1) * width) + product[k][0];
        box[k][0] = loadLanes(old + 2 * k * width) + middle;
        box[k][1] = middle + product[k][1];
        storeLanes(old + 2 * k * width, product[k][0]);
        storeLanes(old + (2 * k + 1) * width, product[k][1]);
      }
    }
    if (!edge || block > 1) respond<edge>(c, box, block - 2, out);
    for (int r = 0; r < 2; ++r) {
      c.d[0][r] = c.d[1][r], c.d[1][r] = d[r], c.s[0][r] = c.s[1][r], c.s[1][r] = s[r];
      for (int k = 0; k < 3; ++k) c.box[k][0][r] = c.box[k][1][r], c.box[k][1][r] = box[k][r];
    }
  }

  template <bool edge>
  [[gnu::always_inline]] inline void respond(const Carry& c, const Floats box[3][2], int64_t block,
                                             float* const out[2]) const {
#pragma GCC unroll 2
    for (int r = 0; r < 2; ++r) {
      Floats sum[3];
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k)
        sum[k] = fromLeft<float>(c.box[k][0][r], c.box[k][1][r]) + c.box[k][1][r] +
                 fromRight<float>(c.box[k][1][r], box[k][r]);
      const Floats trace = sum[0] + sum[1];
      // The derivatives' division by 12 is made up for here.
      const Floats h = interior<edge>((sum[0] * sum[1] - sum[2] * sum[2] - 0.04f * trace * trace) *
                                          (1.0f / (12 * 12 * 12 * 12)),
                                      block);
      if constexpr (edge)
        std::memcpy(out[r] + block * width, &h,
                    std::min<int64_t>(width, columns_ - block * width) * sizeof(float));
      else if (aligned_)
        streamLanes(out[r] + block * width, h);
      else
        storeLanes(out[r] + block * width, h);
    }
  }

  int64_t columns_, blocks_;
  AlignedFloats products_, spare_;
  bool aligned_ = false;  // both rows that are written begin with a whole vector
};

// Rows [begin, end) of the response, none of them on the rim.
void harrisBand(const float* image, int64_t rows, int64_t columns, int64_t begin, int64_t end,
                float* out) {
  HarrisRows worker(columns);
  for (int64_t row = begin - 2; row < end; row += 2) {
    const float* source[4];
    for (int64_t k = 0; k < 4; ++k)
      source[k] = image + std::clamp<int64_t>(row + k, 0, rows - 1) * columns;
    const auto interior = [&](int64_t r) { return r > 0 && r < rows - 1; };
    const bool live[2] = {interior(row + 1), interior(row + 2)};
    float* target[2];
    for (int64_t k = 0; k < 2; ++k)
      target[k] = row + k >= begin && row + k < end ? out + (row + k) * columns : worker.spare();
    worker.pass(source, live, target);
  }
  streamFence();
}

}  // namespace

void harris(const float* image, int64_t rows, int64_t columns, float* out, int threads) {
  if (rows == 0) return;
  std::fill(out, out + columns, 0.0f);
  std::fill(out + (rows - 1) * columns, out + rows * columns, 0.0f);
  if (rows < 3) return;
  const int64_t inner = rows - 2;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int me = 0; me < threads; ++me)
    harrisBand(image, rows, columns, 1 + inner * me / threads, 1 + inner * (me + 1) / threads, out);
}

}  // namespace native
