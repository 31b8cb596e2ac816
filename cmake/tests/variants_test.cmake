# Tests when a variant is rebuilt: a course with a single variant, and a compiler stub that counts its calls and lists
# the files that it read as nvcc does, with blanks escaped in file names but not in a default target name. Variables:
# WORK, an empty directory; NINJA; ADD_LAB, the file under test.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${WORK}")
set(course "${WORK}/a course")
file(WRITE "${course}/nvcc" [=[#!/bin/sh
echo called >> "$(dirname "$0")/calls"
for word; do
    case $before in -o) program=$word;; -MF) list=$word;; -MT) target=$word;; esac
    case $word in *.cu) source=$word;; esac
    before=$word
done
: > "$program"
directory=$(dirname "$source")
{
    printf '%s : \\\n' "${target:-$program}"
    printf '    %s \\\n' "$source" "$directory/../student.cu" "$directory/../ladder/0_first.cu" |
        sed 's/\([^ ]\) \([^\\]\)/\1\\ \2/g'
} > "${list:-/dev/null}"
]=])
file(CHMOD "${course}/nvcc" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
foreach(file variants/one.cu student.cu ladder/0_first.cu ladder/1_second.cu wrong/forgets.cu)
    file(WRITE "${course}/solutions/01_lab/${file}" "// ${file}\n")
endforeach()
file(WRITE "${course}/CMakeLists.txt" "
cmake_minimum_required(VERSION 3.25)
project(course LANGUAGES NONE)
include(\"${ADD_LAB}\")
set(CMAKE_CUDA_COMPILER \"\${PROJECT_SOURCE_DIR}/nvcc\")
add_variant(01_lab \"\${PROJECT_SOURCE_DIR}/solutions/01_lab/variants/one.cu\")
")

function(build expected what)
    file(REMOVE "${course}/calls")
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${course}/build" --target variant_01_lab_one
        COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
    set(calls 0)
    if(EXISTS "${course}/calls")
        file(STRINGS "${course}/calls" lines)
        list(LENGTH lines calls)
    endif()
    if(NOT calls EQUAL expected)
        message(FATAL_ERROR "${what}: the compiler was called ${calls} times, and not ${expected}")
    endif()
endfunction()

function(change file)
    # Ninja compares modification times, which some file systems keep in whole seconds.
    execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 1.1)
    file(TOUCH "${course}/solutions/01_lab/${file}")
endfunction()

execute_process(COMMAND "${CMAKE_COMMAND}" -G Ninja "-DCMAKE_MAKE_PROGRAM=${NINJA}" -S "${course}" -B "${course}/build"
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
build(1 "the first build")
build(0 "nothing has changed")
change(student.cu)
build(1 "the solution that it includes has changed")
change(ladder/0_first.cu)
build(1 "a rung that it includes has changed")
change(wrong/forgets.cu)
build(0 "a wrong file has changed")
change(ladder/1_second.cu)
build(0 "a rung that it does not include has changed")
change(variants/one.cu)
build(1 "the variant itself has changed")
