# What the scripts share. WORK is the test's own folder, PREFIX an installation, COMPILER the compiler.
cmake_minimum_required(VERSION 3.22)

# run(<command>...): stops with its output if it fails; sets stdout, stderr and exit_code.
macro(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE exit_code OUTPUT_VARIABLE stdout
                  ERROR_VARIABLE stderr)
  if(NOT exit_code EQUAL 0)
    string(JOIN " " command ${ARGV})
    message(FATAL_ERROR "${command}\n${stdout}${stderr}exit code: ${exit_code}")
  endif()
endmacro()

# expect(<what> <actual> <expected>)
function(expect what actual expected)
  if(NOT actual STREQUAL expected)
    message(FATAL_ERROR "${what}:\n${actual}\nexpected:\n${expected}")
  endif()
endfunction()

# run_consumer(<program>): in compile mode, if there is a code generator, and in library mode.
function(run_consumer program)
  run(${CMAKE_COMMAND} -E env PARAX_MODE=library ${program} 0)
  expect("library mode" "${stdout}${stderr}" "[21, 42, 63], 0 compilations\n")
  if(HAVE_LLVM)
    run(${CMAKE_COMMAND} -E env PARAX_MODE=compile ${program} 1)
    expect("compile mode" "${stdout}${stderr}" "[21, 42, 63], 1 compilations\n")
  else()
    run_without_codegen(${program})
  endif()
endfunction()

# run_without_codegen(<program>): compile mode becomes library mode, and Parax says why.
function(run_without_codegen program)
  run(${CMAKE_COMMAND} -E env PARAX_MODE=compile ${program} 0)
  expect("no code generator" "${stdout}" "[21, 42, 63], 0 compilations\n")
  if(NOT stderr MATCHES "there is no code generator .*libparax_codegen.so.*run in library mode")
    message(FATAL_ERROR "the warning is missing:\n${stderr}")
  endif()
endfunction()

# build_consumer(<source folder> <build folder> <argument>...)
function(build_consumer source build)
  run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${source} -B ${build} -DCMAKE_CXX_COMPILER=${COMPILER}
      -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ${ARGN})
  run(${CMAKE_COMMAND} --build ${build} --parallel 2)
endfunction()

# expect_plain_flags(<build folder> <flag>...): main.cpp is compiled with these flags and no others.
function(expect_plain_flags build)
  file(READ ${build}/compile_commands.json json)
  string(JSON count LENGTH "${json}")
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON file GET "${json}" ${index} file)
    if(file MATCHES "/main\\.cpp$")
      string(JSON command GET "${json}" ${index} command)
    endif()
  endforeach()
  separate_arguments(command UNIX_COMMAND "${command}")
  list(FIND command ${COMPILER} begin)  # a compiler cache may stand before it
  math(EXPR begin "${begin} + 1")
  list(SUBLIST command ${begin} -1 command)
  list(FILTER command EXCLUDE REGEX "^(-o|-c|.*\\.cpp(\\.o)?)$")
  expect("flags of main.cpp" "${command}" "${ARGN}")
endfunction()

# expect_files(<list> <prefix of each file>): the files of an installation.
function(expect_files actual prefix)
  file(GLOB_RECURSE headers RELATIVE ${SOURCE}/frontend ${SOURCE}/frontend/include/parax/*.h)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" soversion ${VERSION})
  string(TOLOWER ${CONFIG} config)
  set(expected ${headers} lib/libparax.so lib/libparax.so.${soversion} lib/libparax.so.${VERSION}
      lib/libparax.so.${VERSION}-gdb.py
      lib/cmake/parax/parax-config-version.cmake lib/cmake/parax/parax-config.cmake
      lib/cmake/parax/parax-config-${config}.cmake lib/pkgconfig/parax.pc bin/parax)
  if(HAVE_LLVM)
    list(APPEND expected lib/libparax_codegen.so)
  endif()
  if(LIBOMP)
    list(APPEND expected lib/parax/${LIBOMP})
  endif()
  file(GLOB_RECURSE pages RELATIVE ${SOURCE} ${SOURCE}/docs/* ${SOURCE}/examples/*)
  list(FILTER pages EXCLUDE REGEX "CMakeLists.txt$")
  foreach(page LICENSE NOTICE README.md CHANGELOG.md ${pages})
    list(APPEND expected share/doc/parax/${page})
  endforeach()
  list(TRANSFORM expected PREPEND "${prefix}")
  list(SORT expected)
  list(SORT actual)
  string(REPLACE ";" "\n" expected "${expected}")
  string(REPLACE ";" "\n" actual "${actual}")
  expect("files" "${actual}" "${expected}")
endfunction()
