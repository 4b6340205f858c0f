# The headers' version is written by hand, so that they work without CMake: it has to be the project's.
foreach(part MAJOR MINOR PATCH)
  file(STRINGS ${PROJECT_SOURCE_DIR}/frontend/include/parax/version.h line
       REGEX "#define PARAX_VERSION_${part} ")
  if(NOT line STREQUAL "#define PARAX_VERSION_${part} ${PROJECT_VERSION_${part}}")
    message(FATAL_ERROR "parax/version.h has '${line}', but the project is ${PROJECT_VERSION}")
  endif()
endforeach()
