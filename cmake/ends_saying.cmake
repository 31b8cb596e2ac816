# Tests of both the exit status and the output of a command. ctest alone checks only one of them: if a test has a
# PASS_REGULAR_EXPRESSION, a crash after the text passes.

if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(ends_saying_script "${CMAKE_CURRENT_LIST_FILE}")

    # add_test_ends_saying(<name> <result> <text> <command> [argument]...)
    # The result is a regular expression for the exit status, or for the signal as CMake names it; the text is a regular
    # expression for the command's output, on stdout or stderr.
    function(add_test_ends_saying name result text)
        add_test(NAME ${name}
            COMMAND "${CMAKE_COMMAND}" "-DRESULT=${result}" "-DTEXT=${text}" "-DCOMMAND=${ARGN}"
                    -P "${ends_saying_script}")
        string(REGEX MATCHALL "TARGET_FILE:[^>]+" programs "${ARGN}")
        list(TRANSFORM programs REPLACE "TARGET_FILE:" "")
        set_property(GLOBAL PROPERTY "programs of ${name}" ${programs})
    endfunction()
    return()
endif()

execute_process(COMMAND ${COMMAND} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result MATCHES "^(${RESULT})$")
    message(FATAL_ERROR "It ended with \"${result}\", not with \"${RESULT}\":\n${output}")
endif()
if(NOT output MATCHES "${TEXT}")
    message(FATAL_ERROR "It did not say \"${TEXT}\":\n${output}")
endif()
