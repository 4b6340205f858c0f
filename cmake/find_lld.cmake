# Links with lld when it is there: several times faster on LLVM's static libraries.
include(CheckLinkerFlag)

find_program(PARAX_LLD NAMES ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} /usr/lib/llvm-19/bin)
mark_as_advanced(PARAX_LLD)

if(PARAX_LLD)
  get_filename_component(lld_dir "${PARAX_LLD}" DIRECTORY)
  # Neither compiler knows lld's folder by itself.
  set(lld_flags "-fuse-ld=lld;-B${lld_dir}")
  check_linker_flag(CXX "${lld_flags}" PARAX_LLD_WORKS)
  if(PARAX_LLD_WORKS)
    add_link_options(${lld_flags})
  endif()
endif()
