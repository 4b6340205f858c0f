// error: & | ^ of bool elements and an integer
#include <parax/parax.h>

void refused() { (void)(parax::Array<bool>{true} & 2); }
