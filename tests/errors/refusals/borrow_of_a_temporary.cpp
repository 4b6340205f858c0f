// error: parax: this memory dies with the statement: keep it in a variable
#include <parax/parax.h>

auto refused() { return parax::Array<double>::borrow(std::vector<double>{1, 2}); }
