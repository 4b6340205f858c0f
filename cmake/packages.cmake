# `cpack -G TGZ` and `cpack -G DEB`: one package `parax` with all that is installed.
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME parax)
set(CPACK_PACKAGE_VENDOR "The Parax authors")
set(CPACK_PACKAGE_CONTACT "The Parax authors <parax@example.org>")
set(CPACK_PACKAGE_DESCRIPTION
  "C++20 library: functions over arrays are recorded at their first call, fused into few parallel
 loops, compiled with LLVM and run. Contains the library, the code generator, the headers, the command
 `parax`, documentation and examples; LLVM need not be installed.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_SYSTEM_NAME ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
# By name, so that no other part of the build can add to the package.
set(CPACK_INSTALL_CMAKE_PROJECTS "")
foreach(component runtime development documentation)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${PROJECT_BINARY_DIR} parax parax_${component} /)
endforeach()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS g++)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What packages of programs that use libparax.so depend on, and that the loader's cache is renewed.
set(control ${PROJECT_BINARY_DIR}/debian)
file(WRITE ${control}/shlibs
     "libparax ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} parax (>= ${PROJECT_VERSION})\n")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${control}/shlibs;${control}/triggers")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
