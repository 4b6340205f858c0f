# Bugs on purpose (ir/planted.h). Only the files with sites are compiled again; the rest is shared with
# libparax. The libraries keep their names and lie in a folder of their own.
set(planted_compiler fuse lower pipeline plan_memory simplify simplify_constants)
set(planted_runtime executable)
set(planted_frontend eager recording/remembered)

# The objects of a part without those that are compiled again, and the sources of these.
set(planted_objects $<TARGET_OBJECTS:parax_ir>)
set(planted_sources "")
foreach(part compiler runtime frontend)
  set(objects $<TARGET_OBJECTS:parax_${part}>)
  foreach(stem ${planted_${part}})
    set(objects $<FILTER:${objects},EXCLUDE,/${stem}\\.cpp\\.o$>)
    list(APPEND planted_sources ${PROJECT_SOURCE_DIR}/${part}/${stem}.cpp)
  endforeach()
  list(APPEND planted_objects ${objects})
endforeach()

add_library(parax_planted SHARED ${planted_sources} ${planted_objects})
target_compile_definitions(parax_planted PRIVATE PARAX_PLANTED_BUGS)
target_include_directories(parax_planted PRIVATE ${PROJECT_SOURCE_DIR}
                                                 ${PROJECT_SOURCE_DIR}/frontend/include)
target_link_libraries(parax_planted PRIVATE parax_warnings parax::libomp ${CMAKE_DL_LIBS})

# The code generator: linked as the one without bugs.
add_library(parax_codegen_planted MODULE
  ${PROJECT_SOURCE_DIR}/codegen/scalar_emitter.cpp $<TARGET_OBJECTS:parax_ir>
  $<FILTER:$<TARGET_OBJECTS:parax_codegen>,EXCLUDE,/scalar_emitter\\.cpp\\.o$>)
foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES LINK_LIBRARIES LINK_OPTIONS)
  get_target_property(value parax_codegen ${property})
  if(value)
    set_target_properties(parax_codegen_planted PROPERTIES ${property} "${value}")
  endif()
endforeach()
target_compile_definitions(parax_codegen_planted PRIVATE PARAX_PLANTED_BUGS)
target_compile_options(parax_codegen_planted PRIVATE -w)  # LLVM's headers are not system headers here

set_target_properties(parax_planted PROPERTIES OUTPUT_NAME parax)
set_target_properties(parax_codegen_planted PROPERTIES OUTPUT_NAME parax_codegen)
set_target_properties(parax_planted parax_codegen_planted
                      PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/planted)

add_executable(parax_fuzz_planted $<TARGET_OBJECTS:parax_fuzz_objects>)
target_link_libraries(parax_fuzz_planted PRIVATE parax_planted)
add_dependencies(parax_fuzz_planted parax_codegen_planted)  # loaded at run time

# Each bug is found within a minute on a quiet machine. The limit is a number of programs, the same ones
# every time, so that a busy machine changes nothing. Three that take seconds belong to the quick tests.
set(quick_bugs fusion-barrier wrong-tail min-max-nan)
foreach(bug fusion-barrier wrong-tail equal-guard one-guard fma-when-off commuted-sub shared-in-place
            lost-donation partial-order broadcast-axis number-slot last-error shared-block wild-cast
            min-max-nan add-zero wrong-field)
  add_test(NAME fuzz.planted.${bug} COMMAND parax_fuzz_planted --expect-difference --seed 1
                                                --programs 3000)
  if(bug IN_LIST quick_bugs)
    set(label quick)
  else()
    set(label slow)
  endif()
  set_tests_properties(fuzz.planted.${bug} PROPERTIES ENVIRONMENT PARAX_PLANT=${bug} LABELS ${label}
                                                      TIMEOUT 600)
endforeach()
# Without a bug the same build finds nothing: what it finds above is the bug.
add_test(NAME fuzz.planted.none COMMAND parax_fuzz_planted --programs 50)
set_tests_properties(fuzz.planted.none PROPERTIES LABELS quick TIMEOUT 120)
