// error: ~ of bool elements: use !
#include <parax/parax.h>

void refused() { (void)~parax::Array<bool>{true}; }
