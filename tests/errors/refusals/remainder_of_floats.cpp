// error: need integers: use fmod, or cast<std::int64_t>
#include <parax/parax.h>

void refused() { (void)(parax::Array<double>{1} % parax::Array<double>{2}); }
