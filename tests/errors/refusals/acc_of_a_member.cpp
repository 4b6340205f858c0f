// error: call the member in a lambda
#include <parax/parax.h>

void refused() {
  struct Model {
    parax::Array<double> step(parax::Array<double> x) { return x; }
  };
  (void)parax::acc(&Model::step);
}
