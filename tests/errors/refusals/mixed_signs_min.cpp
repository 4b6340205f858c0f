// long error: a signed and an unsigned integer of the same or larger width do not mix: cast one
#include <parax/parax.h>

void refused() { (void)min(parax::Array<long>{1}, parax::Array<unsigned long>{1}); }
