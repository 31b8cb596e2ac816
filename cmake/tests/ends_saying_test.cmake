# Tests SCRIPT, cmake/ends_saying.cmake: it must pass only if both the exit status and the output of a command match.

# judges(<passes or fails> <result> <text> <shell command>)
function(judges judgement result text does)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" "-DRESULT=${result}" "-DTEXT=${text}" "-DCOMMAND=sh;-c;${does}" -P "${SCRIPT}"
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    set(found fails)
    if(status EQUAL 0)
        set(found passes)
    endif()
    if(NOT found STREQUAL judgement)
        message(FATAL_ERROR "\"${does}\" ${found}, where ${result} and \"${text}\" are asked for")
    endif()
endfunction()

judges(passes 0 "said" "echo what is said")
judges(passes 3 "said" "echo said >&2 && exit 3")
judges(passes "Segmentation fault" "said" "echo said && kill -SEGV \$\$")
judges(fails 0 "said" "echo said && exit 3")
judges(fails 0 "said" "echo said && kill -SEGV \$\$")
judges(fails "1|2" "said" "echo said && exit 12")
judges(fails 3 "said" "echo silent && exit 3")
