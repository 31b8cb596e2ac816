# Runs COMMAND, whose exit status must match RESULT (a regular expression), and looks for its finding on standard error
# and in the report.

file(REMOVE "${REPORT}")
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors TIMEOUT 60)
string(REGEX MATCHALL "error: out-of-bounds access" told "${errors}")
list(LENGTH told times)
if(NOT result MATCHES "^(${RESULT})$")
    message(FATAL_ERROR "It ended with \"${result}\", not with \"${RESULT}\":\n${output}${errors}")
endif()
if(NOT times EQUAL 1)
    message(FATAL_ERROR "Its finding was reported ${times} times:\n${output}${errors}")
endif()
file(READ "${REPORT}" report)
if(NOT report MATCHES "out_of_bounds")
    message(FATAL_ERROR "The report has no finding:\n${report}")
endif()
