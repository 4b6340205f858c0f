// error: parax: sign needs numbers, not bool
#include <parax/parax.h>

void refused() { (void)sign(parax::Array<bool>{true}); }
