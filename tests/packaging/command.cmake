# The command `parax`: what it prints, and its exit codes.
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

run(${CMAKE_COMMAND} -E env OMP_NUM_THREADS=3 ${PARAX} info)
foreach(line "version: ${VERSION}" "library: /[^\n]*libparax" "CPU: ." "CPUs: [0-9]+ of [0-9]+"
             "vectors: [0-9]+ bits" "code generator: ." "mode: [a-z]" "OpenMP: [^\n]*/lib[^\n]*omp"
             "threads: 3" "variables: [^\n]*OMP_NUM_THREADS=3")
  if(NOT "\n${stdout}" MATCHES "\n${line}")
    message(FATAL_ERROR "no '${line}' among the lines:\n${stdout}")
  endif()
endforeach()

# A variable that is wrong does not hide the others.
run(${CMAKE_COMMAND} -E env PARAX_MODE=wrong ${PARAX} info)
if(NOT stdout MATCHES "mode: PARAX_MODE is 'wrong'.*OpenMP: .")
  message(FATAL_ERROR "PARAX_MODE=wrong:\n${stdout}")
endif()

run(${PARAX} --help)
if(NOT stdout MATCHES "^usage: parax info")
  message(FATAL_ERROR "--help:\n${stdout}")
endif()
foreach(arguments "" "nonsense" "info;more")
  execute_process(COMMAND ${PARAX} ${arguments} RESULT_VARIABLE code ERROR_VARIABLE stderr)
  expect("exit code of parax ${arguments}" "${code}" 2)
endforeach()
