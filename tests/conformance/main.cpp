// Small arrays use threads here too, so that every size crosses the borders between threads.
#include <gtest/gtest.h>

#include <cstdlib>

#include "table.h"

int main(int argc, char** argv) {
  setenv("PARAX_FORCE_THREADS", "1", 1);
  setenv("OMP_WAIT_POLICY", "passive", 0);  // more threads than cores: do not spin
  testing::InitGoogleTest(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  if (std::getenv("PARAX_TABLE")) parax::conformance::Table::instance().print();
  return failed;
}
