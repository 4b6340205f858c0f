// Column sums, prefix sums and the Mandelbrot set: bandwidth, a scan and loops that end early.
#include "programs.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "lanes.h"

namespace native {
namespace {

using std::int64_t;

// Adds rows [begin, end) of a to sums; several at a time, so that sums is read and written less.
void addRows(const float* __restrict a, int64_t begin, int64_t end, int64_t columns,
             float* __restrict sums) {
  constexpr int together = 8;
  int64_t row = begin;
  for (; row + together <= end; row += together) {
    const float* p = a + row * columns;
    int64_t c = 0;
    for (; c + laneCount<float> <= columns; c += laneCount<float>) {
      Lanes<float> sum = loadLanes(sums + c);
#pragma GCC unroll 8
      for (int r = 0; r < together; ++r) sum += loadLanes(p + r * columns + c);
      storeLanes(sums + c, sum);
    }
    for (; c < columns; ++c)
      for (int r = 0; r < together; ++r) sums[c] += p[r * columns + c];
  }
  for (; row < end; ++row)
    for (int64_t c = 0; c < columns; ++c) sums[c] += a[row * columns + c];
}

}  // namespace

void columnSums(const float* a, int64_t rows, int64_t columns, float* out, int threads) {
  std::fill(out, out + columns, 0.0f);
  if (threads <= 1 || rows < threads) return addRows(a, 0, rows, columns, out);
  const int64_t stride = columns + 64;  // no cache line belongs to two threads
  std::vector<float> partial((threads - 1) * stride);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int me = 0; me < threads; ++me) {
    float* sums = me == 0 ? out : partial.data() + (me - 1) * stride;
    addRows(a, rows * me / threads, rows * (me + 1) / threads, columns, sums);
  }
  for (int64_t i = 0; i + 1 < threads; ++i)
    for (int64_t c = 0; c < columns; ++c) out[c] += partial[i * stride + c];
}

namespace {

double sumOf(const double* a, int64_t n) {
  constexpr int w = laneCount<double>;
  Lanes<double> sums[4] = {};
  int64_t i = 0;
  for (; i + 4 * w <= n; i += 4 * w)
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) sums[k] += loadLanes(a + i + k * w);
  const Lanes<double> all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double total = 0;
  for (int k = 0; k < w; ++k) total += all[k];
  for (; i < n; ++i) total += a[i];
  return total;
}

// Inclusive sums within a vector, in log2(lanes) shifts and additions.
[[gnu::always_inline]] inline Lanes<double> scanLanes(Lanes<double> v) {
  constexpr int w = laneCount<double>;
  const Lanes<double> zero = {};
  v += window<double, w - 1>(zero, v);
  v += window<double, w - 2>(zero, v);
  if constexpr (w > 4) v += window<double, w - 4>(zero, v);
  return v;
}

// out[i] = before + a[0] + ... + a[i]. Only one addition per vector waits for the one before.
// Streaming stores write past the caches, which large results do not fit into.
void scanFrom(const double* __restrict a, int64_t n, double before, double* __restrict out) {
  constexpr int w = laneCount<double>;
  int64_t i = 0;
  for (; i < std::min(n, elementsToAligned(out)); ++i) out[i] = before += a[i];
  Lanes<double> carry = Lanes<double>{} + before;
  for (; i + w <= n; i += w) {
    __builtin_prefetch(a + i + 256);
    const Lanes<double> scanned = scanLanes(loadLanes(a + i));
    streamLanes(out + i, carry + scanned);
    carry += Lanes<double>{} + scanned[w - 1];
  }
  double total = carry[0];
  for (; i < n; ++i) out[i] = total += a[i];
  streamFence();
}

}  // namespace

// One part more than threads: while the first thread scans the first part, the others add theirs
// up; then all scan a part each. The first part is shorter, as adding up takes less time.
void prefixSum(const double* a, int64_t n, double* out, int threads) {
  if (threads <= 1 || n < (1 << 14)) return scanFrom(a, n, 0, out);
  const int64_t length = 20 * n / (20 * threads + 9) / 64 * 64, first = n - threads * length;
  const auto part = [=](int64_t k) { return k == 0 ? 0 : first + (k - 1) * length; };
  std::vector<double> sums(threads);
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(static)
    for (int me = 0; me < threads; ++me) {
      if (me == 0) {
        scanFrom(a, first, 0, out);
        sums[0] = out[first - 1];
      } else {
        sums[me] = sumOf(a + part(me), length);
      }
    }
#pragma omp for schedule(static)
    for (int me = 0; me < threads; ++me) {
      double before = 0;
      for (int k = 0; k <= me; ++k) before += sums[k];
      scanFrom(a + part(me + 1), length, before, out + part(me + 1));
    }
  }
}

namespace {

constexpr int together = 4;  // vectors that hide each other's latency

// A vector of points in each of several rows, and how often each has been iterated. Points that
// are close leave at about the same time.
struct Points {
  Lanes<double> cr, ci[together], zr[together], zi[together];
  Lanes<int64_t> count[together];
};

// Adds `steps` to the counts of the points inside, |z|^2 <= 4, and tells which they are in bits.
[[gnu::always_inline]] inline unsigned countInside(Lanes<double> zr, Lanes<double> zi,
                                                   int64_t steps, Lanes<int64_t>& count) {
  const Lanes<double> size = zr * zr + zi * zi, most = Lanes<double>{} + 4.0;
  const Lanes<int64_t> more = Lanes<int64_t>{} + steps;
#if defined(__AVX512F__)
  const __mmask8 bits = _mm512_cmp_pd_mask(size, most, _CMP_LE_OQ);
  count =
      (Lanes<int64_t>)_mm512_mask_add_epi64((__m512i)count, bits, (__m512i)count, (__m512i)more);
  return bits;
#else
  const Lanes<int64_t> inside = size <= most;
  count += inside & more;
  unsigned bits = 0;
  for (int i = 0; i < laneCount<double>; ++i) bits |= unsigned(inside[i] & 1) << i;
  return bits;
#endif
}

// Iterates all points; with counting, those inside are counted.
template <bool counting>
[[gnu::always_inline]] inline void iterate(Points& points, int steps) {
  Points p = points;
  for (int step = 0; step < steps; ++step)
#pragma GCC unroll 4
    for (int k = 0; k < together; ++k) {
      if constexpr (counting) countInside(p.zr[k], p.zi[k], 1, p.count[k]);
      const Lanes<double> zr = p.zr[k], zi = p.zi[k];
      p.zr[k] = zr * zr + (p.cr - zi * zi);
      p.zi[k] = (zr + zr) * zi + p.ci[k];
    }
  points = p;
}

// A bit for every point that is inside; their counts grow by steps.
inline unsigned insideAfter(Points& p, int64_t steps) {
  unsigned bits = 0;
#pragma GCC unroll 4
  for (int k = 0; k < together; ++k)
    bits |= countInside(p.zr[k], p.zi[k], steps, p.count[k]) << (k * laneCount<double>);
  return bits;
}

// Points that are outside stay outside, so a whole block of steps may go uncounted and be added if
// nobody has left after it; if somebody has, the block is done again with counting.
void escapeTimes(Points& points, int limit) {
  constexpr int block = 6;
  unsigned alive = ~0u >> (32 - together * laneCount<double>);
  bool calm = false;  // nobody left in the last block
  for (int done = 0; done < limit && alive != 0;) {
    const int steps = std::min(block, limit - done);
    Points ahead = points;
    if (calm) {
      iterate<false>(ahead, steps);
      calm = insideAfter(ahead, steps) == alive;
      if (!calm) continue;
    } else {
      iterate<true>(ahead, steps);
      const unsigned now = insideAfter(ahead, 0);
      calm = now == alive;
      alive = now;
    }
    points = ahead;
    done += steps;
  }
}

// Rows [first, first + together) of the picture, as far as it has them.
void mandelbrotRows(int64_t first, int64_t rows, int64_t columns, int limit, std::int32_t* out) {
  constexpr int w = laneCount<double>;
  typedef std::int32_t Narrow __attribute__((vector_size(w * 4)));
  const double width = static_cast<double>(columns), height = static_cast<double>(rows);
  for (int64_t c = 0; c < columns; c += w) {
    Points points = {};
    points.cr = 3.0 * (laneNumbers<double>() + static_cast<double>(c)) / width - 2.25;
    for (int k = 0; k < together; ++k)
      points.ci[k] = Lanes<double>{} + (2.5 * static_cast<double>(first + k) / height - 1.25);
    escapeTimes(points, limit);
    for (int64_t k = 0; k < std::min<int64_t>(together, rows - first); ++k) {
      const Narrow counts = __builtin_convertvector(points.count[k], Narrow);
      std::memcpy(out + (first + k) * columns + c, &counts,
                  std::min<int64_t>(w, columns - c) * sizeof(std::int32_t));
    }
  }
}

}  // namespace

void mandelbrot(int64_t rows, int64_t columns, int limit, std::int32_t* out, int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (threads > 1)
  for (int64_t row = 0; row < rows; row += together) mandelbrotRows(row, rows, columns, limit, out);
}

}  // namespace native
