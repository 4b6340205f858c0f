# The benchmark runs, checks its results, and writes JSON with the promised fields; no time is judged.
execute_process(COMMAND ${BENCH} --quick --json ${JSON} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "parax_bench ended with ${status}")
endif()

file(READ ${JSON} text)
string(JSON count LENGTH "${text}")
if(count LESS 500)
  message(FATAL_ERROR "only ${count} rows")
endif()
# Counted in the text: parsing it once per row and field would take a minute.
foreach(field threads ours_ns native_ns ratio vector_bits)
  string(REGEX MATCHALL "[{ ]\"${field}\": -?[0-9]" numbers "${text}")
  list(LENGTH numbers found)
  if(NOT found EQUAL count)
    message(FATAL_ERROR "${field} is a number in ${found} of ${count} rows")
  endif()
endforeach()
