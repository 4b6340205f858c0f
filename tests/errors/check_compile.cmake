# Compiles SOURCE with FLAGS. EXPECT empty: there is no message; else one that matches it, of at most LINES
# lines.
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
execute_process(
  COMMAND ${COMPILER} ${FLAGS} -c -o /dev/null "-I${INCLUDE}" "${SOURCE}"
  RESULT_VARIABLE result
  ERROR_VARIABLE message)
string(REGEX MATCHALL "\n" ends "${message}")
list(LENGTH ends lines)
if(EXPECT STREQUAL "" AND (NOT result EQUAL 0 OR NOT message STREQUAL ""))
  message(FATAL_ERROR "has messages:\n${message}")
elseif(NOT EXPECT STREQUAL "" AND result EQUAL 0)
  message(FATAL_ERROR "compiles, but has to be refused")
elseif(NOT message MATCHES "${EXPECT}" OR lines GREATER LINES)
  message(FATAL_ERROR "not '${EXPECT}' in at most ${LINES} lines:\n${message}")
endif()
