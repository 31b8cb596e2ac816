# Compares the output of the samples with that of an H200 (RECORDED). FOLDER is their build folder, SIMULATE the program that
# runs them. On a machine with a GPU, with the toolkit's libraries in LD_LIBRARY_PATH, this records a new file:
#     cmake -DRECORD=ON -DFOLDER=build/simulator/tests/programs/samples -P simulator/tests/programs/recorded.cmake
# The lines are sorted, because warps and blocks print in any order. Times, and the lines about a simulated GPU, are omitted.

set(RECORDED "${CMAKE_CURRENT_LIST_DIR}/samples.h200.out")
file(GLOB sources "${CMAKE_CURRENT_LIST_DIR}/samples/*.cu")
set(found "")
foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    execute_process(COMMAND ${SIMULATE} "${FOLDER}/${name}"
        RESULT_VARIABLE result OUTPUT_VARIABLE printed ERROR_VARIABLE errors)
    string(REGEX REPLACE "[0-9.]+ ms" "so many ms" printed "${printed}")
    string(REPLACE " (simulated)" "" printed "${printed}")
    string(STRIP "${printed}" printed)
    string(REPLACE "\n" ";" lines "${printed}")
    list(SORT lines)
    list(JOIN lines "\n" printed)
    string(APPEND found "== ${name} ended with ${result}\n${printed}\n")
endforeach()

if(RECORD)
    file(WRITE "${RECORDED}" "${found}")
    return()
endif()
file(READ "${RECORDED}" expected)
if(NOT found STREQUAL expected)
    file(WRITE "${FOLDER}/samples.found" "${found}")
    execute_process(COMMAND diff "${RECORDED}" "${FOLDER}/samples.found" OUTPUT_VARIABLE difference)
    message(FATAL_ERROR "The output of the samples differs from the output on an H200 (<):\n${difference}")
endif()
