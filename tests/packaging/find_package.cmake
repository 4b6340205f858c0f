# find_package finds the installation, and its target brings no flags.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
build_consumer(${CMAKE_CURRENT_LIST_DIR}/find_package ${WORK} -DCMAKE_PREFIX_PATH=${PREFIX})
expect_plain_flags(${WORK} -isystem ${PREFIX}/include -std=gnu++20)
run_consumer(${WORK}/consumer)
