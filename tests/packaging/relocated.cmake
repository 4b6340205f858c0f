# The installation works where it was moved to: for CMake, for pkg-config, and for the code generator.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
set(work ${WORK})
set(PREFIX ${work}/moved)
file(REMOVE_RECURSE ${work})
run(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${work}/first)
file(RENAME ${work}/first ${PREFIX})

set(WORK ${work}/find_package)
include(${CMAKE_CURRENT_LIST_DIR}/find_package.cmake)
if(PKG_CONFIG AND MAKE)
  set(WORK ${work}/pkg_config)
  include(${CMAKE_CURRENT_LIST_DIR}/pkg_config.cmake)
endif()
