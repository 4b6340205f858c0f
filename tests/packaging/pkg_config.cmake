# pkg-config finds the installation and gives two folders and a library.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/lib/pkgconfig)

run(${PKG_CONFIG} --cflags --libs "parax >= 0.1")
separate_arguments(flags UNIX_COMMAND "${stdout}")
string(REPLACE "lib/pkgconfig/../../" "" flags "${flags}")
expect("pkg-config" "${flags}" "-I${PREFIX}/include;-L${PREFIX}/lib;-lparax")

run(${MAKE} -C ${WORK} -f ${CMAKE_CURRENT_LIST_DIR}/pkg_config/Makefile
    SOURCE=${CMAKE_CURRENT_LIST_DIR}/main.cpp CXX=${COMPILER} PKG_CONFIG=${PKG_CONFIG})
run_consumer(${WORK}/consumer)
