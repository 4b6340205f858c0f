# An example of the installation is a program: the line of examples/README.md compiles it.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${COMPILER} -std=c++20 -O2 ${PREFIX}/share/doc/parax/examples/quickstart.cpp -o ${WORK}/quickstart
    -I${PREFIX}/include -L${PREFIX}/lib -lparax -Wl,-rpath,${PREFIX}/lib)
run(${WORK}/quickstart)
expect("quickstart" "${stdout}" "[2, 6, 12]\n[0, 2, 6, 12, 20, 30]\n")
