# What `cmake --install` copies. parax_runtime: what programs need; parax_development: what building
# them needs; parax_documentation: pages and examples.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(PARAX_BUNDLE_OPENMP "Install a private copy of libomp, for libparax.so only" ON)

install(TARGETS parax EXPORT parax
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT parax_runtime
          NAMELINK_COMPONENT parax_development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET parax_codegen)
  # Beside libparax.so, which looks for it there.
  install(TARGETS parax_codegen LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT parax_runtime)
endif()
# Distributions tie libomp to all of LLVM and allow one version of it, so ours lies in a folder of its
# own. It keeps its soname: a process that has loaded a libomp already goes on with that one.
if(PARAX_LIBOMP_FILE AND PARAX_BUNDLE_OPENMP)
  install(FILES ${PARAX_LIBOMP_FILE} RENAME ${PARAX_LIBOMP_SONAME}
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/parax COMPONENT parax_runtime)
  set_target_properties(parax PROPERTIES INSTALL_RPATH "$ORIGIN/parax")
else()
  set_target_properties(parax PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endif()

file(RELATIVE_PATH to_libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(parax_command PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
install(TARGETS parax_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT parax_runtime)

# The pages keep their places, so that their links work.
set(doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/parax)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${doc_dir}
        COMPONENT parax_runtime)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${doc_dir} COMPONENT parax_documentation)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${doc_dir}
        COMPONENT parax_documentation PATTERN CMakeLists.txt EXCLUDE)

# gdb looks for it under the library's full name, if it trusts the folder.
install(FILES ${PROJECT_SOURCE_DIR}/tools/gdb/parax-gdb.py
        DESTINATION ${CMAKE_INSTALL_LIBDIR} RENAME libparax.so.${PROJECT_VERSION}-gdb.py
        COMPONENT parax_development)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/frontend/include/parax
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT parax_development
        FILES_MATCHING PATTERN "*.h")

# find_package(parax): the list of targets is all there is, the library has no public dependencies.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/parax)
install(EXPORT parax FILE parax-config.cmake NAMESPACE parax:: DESTINATION ${package_dir}
        COMPONENT parax_development)
# The same for the build folder: -Dparax_DIR=parax/build/release
export(EXPORT parax FILE ${PROJECT_BINARY_DIR}/parax-config.cmake NAMESPACE parax::)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/parax-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/parax-config-version.cmake DESTINATION ${package_dir}
        COMPONENT parax_development)

# pkg-config: all paths start at the file's own place, unless a folder was given as absolute.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${pc_dir}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  string(REGEX REPLACE "[^/]+" ".." pc_prefix "${pc_dir}")
  string(PREPEND pc_prefix "\${pcfiledir}/")
endif()
foreach(folder INCLUDEDIR LIBDIR)
  set(pc_${folder} "\${prefix}")
  cmake_path(APPEND pc_${folder} "${CMAKE_INSTALL_${folder}}")  # an absolute path replaces it
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/parax.pc.in ${PROJECT_BINARY_DIR}/parax.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/parax.pc DESTINATION ${pc_dir} COMPONENT parax_development)
