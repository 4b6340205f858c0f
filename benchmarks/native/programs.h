// Whole programs by hand: stencils, scans and loops that end early, as an expert writes them.
//
// Arrays are row-major; outputs must not overlap inputs. `threads` is the number of OpenMP threads.
#pragma once

#include <cstdint>

namespace native {

// out[c] = the sum of column c, in any order of summation.
void columnSums(const float* a, std::int64_t rows, std::int64_t columns, float* out,
                int threads = 2);

// Every step makes each interior cell of an n^3 grid the mean of its six neighbours; faces are
// never written. Steps read a and write b, then the other way round. Returns the buffer of the last
// result, a if the number of steps is even; the other one's interior holds an earlier step.
float* laplace3d(float* a, float* b, std::int64_t n, int steps, int threads = 2);

// The same numbers, several steps at a time while the cells are in cache.
float* laplace3dBlocked(float* a, float* b, std::int64_t n, int steps, int threads = 2);

// Harris corner response: Sobel derivatives / 12 (zero on the rim), their products summed over 3x3,
// out = determinant - 0.04 * trace^2 (zero on the rim).
void harris(const float* image, std::int64_t rows, std::int64_t columns, float* out,
            int threads = 2);

// out[i] = a[0] + ... + a[i], in any order of summation.
void prefixSum(const double* a, std::int64_t n, double* out, int threads = 2);

// How often z = z * z + c was done, at most limit times, until |z|^2 > 4. c is in [-2.25, 0.75) x
// [-1.25, 1.25): -2.25 + 3 * column / columns and -1.25 + 2.5 * row / rows.
void mandelbrot(std::int64_t rows, std::int64_t columns, int limit, std::int32_t* out,
                int threads = 2);

}  // namespace native
