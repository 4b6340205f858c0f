# Bugs on purpose, to see the fuzzer find them. Each is a patch of one source file; the sources themselves
# know nothing of it. Only patched files are compiled again, the rest is shared with libparax. The
# libraries keep their names and lie in a folder of their own.
find_program(PARAX_PATCH_PROGRAM patch REQUIRED)

# The bugs, and the first seed whose program shows each. If the fuzzer makes other programs from its
# seeds, tests only take longer: they go on from there. PARAX_PLANTED_SEARCH tells the new seeds.
set(planted_bugs
  "add-zero 568"
  "broadcast-axis 59"
  "commuted-sub 86"
  "equal-guard 152"
  "fma-when-off 19"
  "fusion-barrier 17"
  "last-error 201"
  "lost-donation 1"
  "min-max-nan 236"
  "number-slot 5"
  "one-guard 214"
  "partial-order 190"
  "shared-block 87"
  "shared-in-place 3"
  "wild-cast 150"
  "wrong-field 158"
  "wrong-tail 5")
option(PARAX_PLANTED_SEARCH "Search for planted bugs from seed 1" OFF)

# Which patches a source has: planted_sources, and for each of them its list.
set(planted_sources "")
foreach(row IN LISTS planted_bugs)
  string(REGEX REPLACE " .*" "" bug "${row}")
  set(patch ${CMAKE_CURRENT_SOURCE_DIR}/planted/${bug}.patch)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${patch})
  file(STRINGS ${patch} source REGEX "^\\+\\+\\+ b/")
  string(REPLACE "+++ b/" "" source "${source}")
  list(APPEND planted_sources ${source})
  list(APPEND patches_of_${source} ${patch})
endforeach()
list(REMOVE_DUPLICATES planted_sources)

# planted_<part>: the copies with bugs; kept_<part>: the ordinary objects without theirs.
foreach(part compiler runtime frontend codegen)
  set(planted_${part} "")
  set(kept_${part} $<TARGET_OBJECTS:parax_${part}>)
endforeach()
foreach(source IN LISTS planted_sources)
  string(REGEX REPLACE "/.*" "" part "${source}")
  string(REGEX REPLACE "^[^/]*/(.*)\\.cpp$" "\\1" stem "${source}")
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/planted/${source})
  add_custom_command(
    OUTPUT ${copy}
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR}/${source} -D COPY=${copy} -D
            "PATCHES=${patches_of_${source}}" -D PATCH_PROGRAM=${PARAX_PATCH_PROGRAM} -P
            ${CMAKE_CURRENT_SOURCE_DIR}/apply_patches.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/${source} ${patches_of_${source}} apply_patches.cmake
    COMMENT "Planting bugs in ${source}"
    VERBATIM)
  list(APPEND planted_${part} ${copy})
  set(kept_${part} $<FILTER:${kept_${part}},EXCLUDE,/${stem}\\.cpp\\.o$>)
endforeach()

add_library(parax_planted SHARED
  ${planted_compiler} ${planted_runtime} ${planted_frontend} $<TARGET_OBJECTS:parax_ir>
  ${kept_compiler} ${kept_runtime} ${kept_frontend})
target_include_directories(parax_planted PRIVATE ${PROJECT_SOURCE_DIR}
                                                 ${PROJECT_SOURCE_DIR}/frontend/include)
target_link_libraries(parax_planted PRIVATE parax_warnings parax::libomp ${CMAKE_DL_LIBS})

# The code generator: linked as the one without bugs.
add_library(parax_codegen_planted MODULE ${planted_codegen} $<TARGET_OBJECTS:parax_ir>
                                         ${kept_codegen})
foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES LINK_LIBRARIES LINK_OPTIONS)
  get_target_property(value parax_codegen ${property})
  if(value)
    set_target_properties(parax_codegen_planted PROPERTIES ${property} "${value}")
  endif()
endforeach()
target_compile_options(parax_codegen_planted PRIVATE -w)  # LLVM's headers are not system headers here

foreach(library parax_planted parax_codegen_planted)
  target_compile_options(${library} PRIVATE -include ${CMAKE_CURRENT_SOURCE_DIR}/planted.h)
  set_target_properties(${library} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/planted)
endforeach()
set_target_properties(parax_planted PROPERTIES OUTPUT_NAME parax)
set_target_properties(parax_codegen_planted PROPERTIES OUTPUT_NAME parax_codegen)

add_executable(parax_fuzz_planted ${FUZZ_OBJECTS})
target_link_libraries(parax_fuzz_planted PRIVATE parax_planted)
add_dependencies(parax_fuzz_planted parax_codegen_planted)  # loaded at run time

# The limit is a number of programs, the same ones every time, so that a busy machine changes nothing.
foreach(row IN LISTS planted_bugs)
  string(REGEX MATCH "^([^ ]+) ([0-9]+)$" row "${row}")
  set(bug ${CMAKE_MATCH_1})
  set(seed ${CMAKE_MATCH_2})
  if(PARAX_PLANTED_SEARCH)
    set(seed 1)
  endif()
  add_test(NAME fuzz.planted.${bug} COMMAND parax_fuzz_planted --expect-difference --seed ${seed}
                                                --programs 3000)
  set_tests_properties(fuzz.planted.${bug} PROPERTIES ENVIRONMENT PARAX_PLANT=${bug} LABELS quick
                                                      TIMEOUT 600)
endforeach()
# Without a bug the same build finds nothing: what it finds above is the bug.
add_test(NAME fuzz.planted.none COMMAND parax_fuzz_planted --programs 50)
set_tests_properties(fuzz.planted.none PROPERTIES LABELS quick TIMEOUT 120)
