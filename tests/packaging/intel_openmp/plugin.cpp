// A plug-in with parallel regions, linked with another libomp than Parax.
extern "C" int countThreads() {
  int count = 0;
#pragma omp parallel num_threads(2) reduction(+ : count)
  count += 1;
  return count;
}
