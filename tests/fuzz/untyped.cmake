# parax_untyped: programs as data and what runs them, for the fuzzer and the conformance suite.
if(NOT TARGET parax_untyped)
  add_library(parax_untyped OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/element_functions.cpp
    ${CMAKE_CURRENT_LIST_DIR}/execute.cpp
    ${CMAKE_CURRENT_LIST_DIR}/functions.cpp
    ${CMAKE_CURRENT_LIST_DIR}/lines.cpp
    ${CMAKE_CURRENT_LIST_DIR}/makers.cpp
    ${CMAKE_CURRENT_LIST_DIR}/pair_functions.cpp
    ${CMAKE_CURRENT_LIST_DIR}/program.cpp
    ${CMAKE_CURRENT_LIST_DIR}/reduction_functions.cpp)
  target_include_directories(parax_untyped PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(parax_untyped PRIVATE parax_warnings parax)
  target_compile_options(parax_untyped PRIVATE ${PARAX_TEST_FLAGS})  # compiling them is what costs
endif()
