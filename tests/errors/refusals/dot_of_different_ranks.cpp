// error: dot takes two arrays of one rank
#include <parax/parax.h>

void refused() { (void)dot(parax::Array<int>{1}, parax::Array<int, 2>{{1}}); }
