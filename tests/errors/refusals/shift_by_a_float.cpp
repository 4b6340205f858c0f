// error: need integers: use fmod, or cast<std::int64_t>
#include <parax/parax.h>

void refused() { (void)(parax::Array<int>{1} << 1.0); }
