# parax::libomp: LLVM's OpenMP runtime, whichever compiler is used (libomp's GOMP entry points serve
# what GCC calls). Link it PRIVATE. Sets PARAX_LIBOMP_DIR, the folder of libomp.so,
# PARAX_LIBOMP_FILE, the library itself, and PARAX_LIBOMP_SONAME, what programs ask for; where libomp
# is missing, the target stands for the compiler's own OpenMP and all three are empty.
set(PARAX_LIBOMP_DIR "")
set(PARAX_LIBOMP_FILE "")
set(PARAX_LIBOMP_SONAME "")
# tools/setup unpacks libomp into build/deps where installing it would remove another version.
set(libomp_hints ${PROJECT_SOURCE_DIR}/build/deps/libomp/usr/lib/llvm-19/lib ${LLVM_LIBRARY_DIRS}
    /usr/lib/llvm-19/lib)

find_library(PARAX_LIBOMP_LIBRARY NAMES omp HINTS ${libomp_hints})
# omp.h lies among Clang's own headers.
find_file(PARAX_LIBOMP_HEADER omp.h HINTS ${libomp_hints} PATH_SUFFIXES clang/19/include
          NO_DEFAULT_PATH)
mark_as_advanced(PARAX_LIBOMP_LIBRARY PARAX_LIBOMP_HEADER)

if(PARAX_LIBOMP_LIBRARY AND PARAX_LIBOMP_HEADER)
  get_filename_component(PARAX_LIBOMP_DIR "${PARAX_LIBOMP_LIBRARY}" DIRECTORY)
  file(REAL_PATH "${PARAX_LIBOMP_LIBRARY}" PARAX_LIBOMP_FILE)
  execute_process(COMMAND "${CMAKE_READELF}" -d "${PARAX_LIBOMP_FILE}" OUTPUT_VARIABLE dynamic
                  ERROR_QUIET)
  if(dynamic MATCHES "SONAME[^\n]*\\[([^]]+)\\]")
    set(PARAX_LIBOMP_SONAME "${CMAKE_MATCH_1}")
  else()
    get_filename_component(PARAX_LIBOMP_SONAME "${PARAX_LIBOMP_FILE}" NAME)
  endif()
  # Only this header: the others beside it are Clang's and would break GCC.
  configure_file("${PARAX_LIBOMP_HEADER}" "${PROJECT_BINARY_DIR}/libomp/omp.h" COPYONLY)
  # Not SHARED: the installed package would ask its users for this target.
  add_library(parax::libomp INTERFACE IMPORTED GLOBAL)
  # The flag is for compiling only: at link time GCC would add libgomp because of it.
  set_target_properties(
    parax::libomp
    PROPERTIES INTERFACE_LINK_LIBRARIES "${PARAX_LIBOMP_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_BINARY_DIR}/libomp"
               INTERFACE_COMPILE_OPTIONS "-fopenmp")
  message(STATUS "Parax: libomp (${PARAX_LIBOMP_LIBRARY})")
else()
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  add_library(parax_openmp INTERFACE)
  target_link_libraries(parax_openmp INTERFACE OpenMP::OpenMP_CXX)
  add_library(parax::libomp ALIAS parax_openmp)
  message(STATUS "Parax: libomp 19 not found (Debian, Ubuntu: libomp-19-dev), "
                 "using the compiler's OpenMP ${OpenMP_CXX_VERSION}")
endif()
