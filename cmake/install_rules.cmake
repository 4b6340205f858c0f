# What `cmake --install` copies. parax_runtime: what programs need; parax_development: what building
# them needs.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS parax EXPORT parax
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT parax_runtime
          NAMELINK_COMPONENT parax_development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET parax_codegen)
  # Beside libparax.so, which looks for it there.
  install(TARGETS parax_codegen LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT parax_runtime)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/parax
        COMPONENT parax_runtime)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/frontend/include/parax
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT parax_development
        FILES_MATCHING PATTERN "*.h")

# find_package(parax): the list of targets is all there is, the library has no public dependencies.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/parax)
install(EXPORT parax FILE parax-config.cmake NAMESPACE parax:: DESTINATION ${package_dir}
        COMPONENT parax_development)
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
