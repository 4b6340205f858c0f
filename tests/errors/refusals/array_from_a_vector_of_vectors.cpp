// error: not in one piece
#include <parax/parax.h>

void refused() {
  const std::vector<std::vector<double>> v{{1, 2}};
  parax::Array<double, 2> a(v);
}
