# parax_warnings: the warnings our own targets are built with. Link it PRIVATE, for our eyes only.
add_library(parax_warnings INTERFACE)

target_compile_options(
  parax_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            # Rows of tables leave trailing fields to their defaults.
            -Wno-missing-field-initializers)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(
    parax_warnings
    INTERFACE -Wshadow=local
              -Wsuggest-override
              -Wduplicated-cond
              -Wlogical-op
              # These look through inlining and also fire on correct code; seen, but never fatal.
              -Wno-error=array-bounds
              -Wno-error=maybe-uninitialized
              -Wno-error=stringop-overflow
              -Wno-error=stringop-overread)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 reports std::string's own operator+ (GCC bug 105651).
    target_compile_options(parax_warnings INTERFACE -Wno-restrict)
  endif()
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(parax_warnings INTERFACE -Wsuggest-override -Wunused-private-field)
endif()

# Other compilers may warn of what these do not: no reason not to build.
set(tested OFF)
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
   OR (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^19\\."))
  set(tested ON)
endif()
if(PARAX_WERROR AND tested)
  # First, so that the exceptions above still hold.
  target_compile_options(parax_warnings BEFORE INTERFACE -Werror)
endif()
