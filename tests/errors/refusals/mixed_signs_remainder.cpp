// error: a signed and an unsigned integer of the same or larger width do not mix: cast one
#include <parax/parax.h>

void refused() { (void)(parax::Array<unsigned>{7} % parax::Array<int>{2}); }
