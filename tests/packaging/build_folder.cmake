# find_package finds the build folder itself, without an installation.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
build_consumer(${CMAKE_CURRENT_LIST_DIR}/find_package ${WORK} -Dparax_DIR=${BUILD})
run_consumer(${WORK}/consumer)
