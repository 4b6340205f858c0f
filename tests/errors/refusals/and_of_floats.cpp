// error: need integers: use fmod, or cast<std::int64_t>
#include <parax/parax.h>

void refused() { (void)(1 & parax::Array<float>{1}); }
