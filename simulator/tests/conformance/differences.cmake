# Tests how PROGRAM handles a known difference. In a copy of the file GOLDEN the first case has a result that occurs
# nowhere.

file(STRINGS "${GOLDEN}" lines)
list(GET lines 0 first)
string(REGEX REPLACE ": .*" "" label "${first}")
file(READ "${GOLDEN}" planted)
string(REPLACE "${first}" "${label}: 0" planted "${planted}")
file(WRITE "${PROGRAM}_planted.txt" "${planted}")

# checks(<result> <file of results> <line among the differences> <what is printed>)
function(checks expected golden difference text)
    file(WRITE "${PROGRAM}_differences.txt" "# A reason: any.\n${difference}\n")
    execute_process(
        COMMAND "${SIMULATE}" "${PROGRAM}" --check "${golden}" "${PROGRAM}_differences.txt"
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result STREQUAL expected OR NOT output MATCHES "${text}")
        message(FATAL_ERROR "With the difference \"${difference}\" it ended with \"${result}\":\n${output}")
    endif()
endfunction()
checks(0 "${PROGRAM}_planted.txt" "${first}" "differs as known")
checks(1 "${PROGRAM}_planted.txt" "${label}: 1" "[0-9]+ cases, 1 different")
checks(1 "${GOLDEN}" "${first}" "is listed as different")
