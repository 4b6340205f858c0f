# Without the code generator beside it libparax.so still works, in library mode.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
file(COPY ${PREFIX}/lib/ DESTINATION ${WORK}
     FILES_MATCHING PATTERN "libparax.so*" PATTERN "parax/*omp*")
set(ENV{LD_LIBRARY_PATH} ${WORK})
set(HAVE_LLVM OFF)
run_consumer(${CONSUMER})
