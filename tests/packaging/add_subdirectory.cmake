# Parax as a part of a project, without LLVM to save time.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
build_consumer(${CMAKE_CURRENT_LIST_DIR}/add_subdirectory ${WORK} -DPARAX_SOURCE=${SOURCE}
               -DPARAX_LLVM=OFF -DPARAX_WERROR=${WERROR} -DCMAKE_BUILD_TYPE=Release
               "-DCMAKE_CXX_FLAGS_RELEASE=${FLAGS}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
expect_plain_flags(${WORK} -I${SOURCE}/frontend/include ${flags} -std=gnu++20)
set(HAVE_LLVM OFF)
run_consumer(${WORK}/consumer)
