// error: elements are bool, std::int8_t
#include <parax/parax.h>

void refused() { parax::Array<char> a{'x'}; }
