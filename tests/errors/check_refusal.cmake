# Compiles SOURCE, whose first line says what has to be in the compiler's message, of fewer than 15 lines:
# "// error: regex", "// long error: regex" where it may have 20, or "// fine: ..." if it has to compile.
file(STRINGS "${SOURCE}" first LIMIT_COUNT 1)
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${FLAGS} "${SOURCE}"
  RESULT_VARIABLE result
  ERROR_VARIABLE message)
if(first MATCHES "^// fine")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "does not compile:\n${message}")
  endif()
  return()
endif()
if(NOT first MATCHES "^// (long )?error: (.*)$")
  message(FATAL_ERROR "${SOURCE} does not say what it expects")
endif()
set(expected "${CMAKE_MATCH_2}")
set(most 14)
if(CMAKE_MATCH_1)
  set(most 20)
endif()
if(result EQUAL 0)
  message(FATAL_ERROR "compiles, but has to be refused")
endif()
# || stands for itself.
string(REPLACE "||" "[|][|]" expected "${expected}")
if(NOT message MATCHES "error: .*(${expected})")
  message(FATAL_ERROR "refused, but without '${expected}':\n${message}")
endif()
string(REGEX MATCHALL "\n" ends "${message}")
list(LENGTH ends lines)
if(lines GREATER most)
  message(FATAL_ERROR "refused in ${lines} lines, at most ${most} are wanted:\n${message}")
endif()
