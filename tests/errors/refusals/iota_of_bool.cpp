// error: iota counts in numbers: compare them, or use cast<bool>
#include <parax/parax.h>

void refused() { (void)parax::iota<bool>(2); }
