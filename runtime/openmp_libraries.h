// The OpenMP libraries of the process. There may be others beside ours: a program built with
// g++ -fopenmp talks to libgomp, not to libomp.
#pragma once

#include <string>

namespace parax::runtime {

struct OtherOpenMp {
  bool inParallel;  // the caller is inside one of its parallel regions
  int maxThreads;   // what omp_set_num_threads asked of it; 0: there is none
};

// Costs some 10 ns; a library that is loaded later is noticed. Comes before the first call of our
// own library, which would not start beside some others.
OtherOpenMp otherOpenMp();

// The file that a function was loaded from.
std::string fileOf(const void* code);

// For people: the library that Parax runs on with its path, and what else is loaded.
std::string openMpDescription();

}  // namespace parax::runtime
