# Plug-ins that use Parax can be loaded by programs that do not link it, and by Python.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

foreach(name first second)
  run(${COMPILER} -std=c++20 -O1 -fPIC -shared ${CMAKE_CURRENT_LIST_DIR}/dlopen/plugin.cpp
      -I${PREFIX}/include -L${PREFIX}/lib -lparax -Wl,-rpath,${PREFIX}/lib
      -o ${WORK}/lib${name}.so)
endforeach()
run(${COMPILER} -std=c++20 -O1 ${CMAKE_CURRENT_LIST_DIR}/dlopen/host.cpp -ldl -pthread
    -o ${WORK}/host)

set(modes library interpret)
if(HAVE_LLVM)
  list(APPEND modes compile)
endif()
foreach(mode IN LISTS modes)
  set(ENV{PARAX_MODE} ${mode})
  run(${WORK}/host ${WORK}/libfirst.so ${WORK}/libsecond.so)
  if(PYTHON)
    run(${PYTHON} -c
        "import ctypes, sys
f = ctypes.CDLL(sys.argv[1]).pluginSum
f.restype = ctypes.c_double
print(f(4))"
        ${WORK}/libfirst.so)
    expect("called by Python" "${stdout}${stderr}" "20.0\n")
  endif()
endforeach()
