# parax_discover_tests(<target> [LABELS <label>...] [PROPERTIES <name> <value>...])
#
# gtest_discover_tests, but with any number of labels: by itself it keeps only the first. Tests are
# listed when ctest runs, in the environment of the tests: sanitizers need theirs.
include(GoogleTest)

function(parax_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS;PROPERTIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "parax_discover_tests(${target}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  gtest_discover_tests(
    ${target}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    TEST_LIST ${target}_tests
    PROPERTIES ${arg_PROPERTIES})
  # Read by ctest after the list of tests.
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${target}_labels.cmake")
  file(
    CONFIGURE OUTPUT "${script}" @ONLY
    CONTENT [[set_tests_properties(${@target@_tests} PROPERTIES LABELS "@arg_LABELS@")
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()
