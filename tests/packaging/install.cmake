# Installs: the right files, only Parax's own symbols, no path of the build and no target of its own.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${PREFIX})
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${PREFIX})

file(GLOB_RECURSE files RELATIVE ${PREFIX} ${PREFIX}/*)
expect_files("${files}" "")

# exports(<library> <result>): the names of its dynamic symbols.
function(exports library result)
  run(${NM} -D --defined-only ${library})
  string(REGEX REPLACE "[0-9a-f]+ [A-Za-z] ([^\n]+)\n" "\\1;" names "${stdout}")
  set(${result} ${names} PARENT_SCOPE)
endfunction()

exports(${PREFIX}/lib/libparax.so names)
if(NOT names MATCHES "_ZN5parax5statsEv")
  message(FATAL_ERROR "libparax.so does not export parax::stats():\n${names}")
endif()
list(FILTER names EXCLUDE REGEX "^_Z(N|NK|TIN|TSN|TVN)5parax")
expect("foreign exports of libparax.so" "${names}" "paraxText")  # for debuggers
if(HAVE_LLVM)
  exports(${PREFIX}/lib/libparax_codegen.so names)
  list(SORT names)
  expect("exports of libparax_codegen.so" "${names}"
         "__jit_debug_descriptor;__jit_debug_register_code;paraxCreateBackend")
endif()

file(GLOB texts ${PREFIX}/lib/cmake/parax/* ${PREFIX}/lib/pkgconfig/*)
foreach(file IN LISTS texts)
  file(READ ${file} text)
  foreach(place ${SOURCE} ${BUILD} ${PREFIX} libomp)
    string(FIND "${text}" ${place} position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} names ${place}")
    endif()
  endforeach()
endforeach()
