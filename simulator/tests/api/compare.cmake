# Runs COMMAND, which must exit with the status RESULT, and compares its standard output with the file EXPECTED.

execute_process(COMMAND ${COMMAND} RESULT_VARIABLE result OUTPUT_VARIABLE found ERROR_VARIABLE errors)
if(NOT result STREQUAL RESULT)
    message(FATAL_ERROR "It ended with \"${result}\", not with \"${RESULT}\":\n${found}${errors}")
endif()
file(READ "${EXPECTED}" expected)
if(NOT found STREQUAL expected)
    get_filename_component(name "${EXPECTED}" NAME)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${name}.found" "${found}")
    execute_process(COMMAND diff "${EXPECTED}" "${CMAKE_CURRENT_BINARY_DIR}/${name}.found" OUTPUT_VARIABLE difference)
    message(FATAL_ERROR "The answers differ from what is expected (<):\n${difference}\n${errors}")
endif()
