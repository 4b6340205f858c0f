# Looks for LLVM 19. Sets PARAX_HAVE_LLVM and defines parax_link_llvm(<target> <component>...).
set(PARAX_HAVE_LLVM OFF)

if(PARAX_LLVM)
  # LLVM's package file looks for what only its unused parts need; do not let that vary our build.
  foreach(package FFI LibEdit LibXml2 CURL)
    set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON)
  endforeach()
  find_package(LLVM 19.1 QUIET CONFIG HINTS /usr/lib/llvm-19)
  foreach(package FFI LibEdit LibXml2 CURL)
    unset(CMAKE_DISABLE_FIND_PACKAGE_${package})
  endforeach()

  if(LLVM_FOUND)
    set(PARAX_HAVE_LLVM ON)
    message(STATUS "Parax: LLVM ${LLVM_PACKAGE_VERSION} (${LLVM_DIR})")
  else()
    message(STATUS "Parax: LLVM 19 not found (Debian, Ubuntu: llvm-19-dev; or set LLVM_DIR), "
                   "building without it: library mode and interpreter only")
  endif()
else()
  message(STATUS "Parax: built without LLVM (PARAX_LLVM=OFF): library mode and interpreter only")
endif()

# Links LLVM's static libraries into a target and keeps their symbols inside it, so that another
# LLVM in the user's process does no harm. Components are named as for llvm-config, e.g. orcjit.
function(parax_link_llvm target)
  llvm_map_components_to_libnames(libraries ${ARGN})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} PRIVATE ${definitions})
  target_link_libraries(${target} PRIVATE ${libraries})
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL LINKER:--gc-sections)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE -fno-rtti)
  endif()
endfunction()
