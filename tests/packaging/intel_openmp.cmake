# Beside Intel's libiomp5, which is a libomp of another name: neither ends the process.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
# Both names have eleven letters.
execute_process(COMMAND sed s/libomp\\.so\\.5/libiomp5.so/g ${LIBOMP_FILE} RESULT_VARIABLE failed
                OUTPUT_FILE ${WORK}/libiomp5.so)
expect("sed" "${failed}" 0)
set(folder ${CMAKE_CURRENT_LIST_DIR})
run(${COMPILER} -fPIC -fopenmp -c ${folder}/intel_openmp/plugin.cpp -o ${WORK}/plugin.o)
run(${COMPILER} -shared ${WORK}/plugin.o ${WORK}/libiomp5.so -Wl,-rpath,${WORK} -o ${WORK}/plugin.so)
run(${COMPILER} -std=c++20 ${folder}/intel_openmp/host.cpp -I${SOURCE}/frontend/include
    -L${BUILD}/lib -lparax -ldl -Wl,-rpath,${BUILD}/lib -o ${WORK}/host)
foreach(first plugin parax)
  run(${CMAKE_COMMAND} -E env --unset=KMP_DUPLICATE_LIB_OK ${WORK}/host ${WORK}/plugin.so ${first})
  expect("${first} first" "${stdout}" "4e+06 2\n")
endforeach()
