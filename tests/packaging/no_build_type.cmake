# As a part of a project without a build type Parax itself is optimised, the project is not.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR}/add_subdirectory -B ${WORK}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DPARAX_SOURCE=${SOURCE}
    -DPARAX_LLVM=OFF)
expect_plain_flags(${WORK} -I${SOURCE}/frontend/include -std=gnu++20)
file(READ ${WORK}/compile_commands.json json)
string(REGEX MATCH "[^\n]*-c [^\n]*/runtime/allocator\\.cpp" command "${json}")
if(NOT command MATCHES " -O3 " OR NOT command MATCHES "-DNDEBUG ")
  message(FATAL_ERROR "Parax is not optimised: ${command}")
endif()
