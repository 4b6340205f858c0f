// error: elements are bool, std::int8_t
#include <parax/parax.h>

void refused() { parax::Value<char> v = 'x'; }
