// What OpenMP libraries say that the process has loaded beside ours: a program built with
// g++ -fopenmp talks to libgomp, not to libomp.
#pragma once

namespace parax::runtime {

struct OtherOpenMp {
  bool inParallel;  // the caller is inside a parallel region of one of them
  int maxThreads;   // the least that omp_set_num_threads asked of one of them; 0: there is none
};

// Costs about 0.1 us; a library that is loaded later is noticed.
OtherOpenMp otherOpenMp();

}  // namespace parax::runtime
