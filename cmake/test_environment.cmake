# The environment of all tests, however ctest is started; what the caller has set stays.
set(variables PARAX_VERIFY=1)  # programs are verified after every pass
if(PARAX_CODEGEN)
  list(APPEND variables PARAX_CODEGEN=${PARAX_CODEGEN})
endif()
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  # Tells the thread sanitizer of libomp's barriers. Tests that need it say so if it is not active.
  find_file(PARAX_ARCHER libarcher.so HINTS ${PARAX_LIBOMP_DIR} NO_DEFAULT_PATH)
  mark_as_advanced(PARAX_ARCHER)
  if(NOT PARAX_ARCHER)
    message(FATAL_ERROR "Parax: the thread sanitizer needs libarcher.so beside libomp.so "
                        "(Debian, Ubuntu: libomp5-19; tools/setup gets it)")
  endif()
  list(APPEND variables OMP_TOOL_LIBRARIES=${PARAX_ARCHER})
endif()

set(script "")
foreach(variable IN LISTS variables)
  string(REGEX MATCH "^([^=]+)=(.*)$" _ "${variable}")
  string(APPEND script "if(\"\$ENV{${CMAKE_MATCH_1}}\" STREQUAL \"\")\n"
                       "  set(ENV{${CMAKE_MATCH_1}} \"${CMAKE_MATCH_2}\")\nendif()\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_environment.cmake CONTENT "${script}" @ONLY)
# Read by ctest before any test is listed or run.
set_property(DIRECTORY ${PROJECT_SOURCE_DIR}
             APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/test_environment.cmake)
