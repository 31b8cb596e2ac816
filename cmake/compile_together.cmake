# compile_together(<target>): the files of a folder are compiled as one, so that the compiler reads the headers they share
# once, and makes the code of their templates once: half of the time of compiling each by itself. Large folders are compiled
# in parts, which the cores share.
#
# A name in a file's anonymous namespace is visible in the others of its folder too, so no two of them may have the same. Where
# they do, configuring fails with the name and the files.
#
# The presets `dev` and `sanitize` compile each file by itself: there a change of one file costs that file, and a file that
# lacks an include is found.
option(KERNELSMITH_COMPILE_TOGETHER "Compile the files of a folder as one" OFF)
function(compile_together target)
    set(most_files 16)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${KERNELSMITH_COMPILE_TOGETHER} UNITY_BUILD_MODE GROUP)
    get_target_property(files ${target} SOURCES)
    foreach(file IN LISTS files)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
        cmake_path(GET path PARENT_PATH folder)
        cmake_path(GET folder FILENAME folder)
        math(EXPR part "0${files_of_${folder}} / ${most_files}")
        math(EXPR files_of_${folder} "0${files_of_${folder}} + 1")
        set_source_files_properties("${file}" PROPERTIES UNITY_GROUP "${folder}_${part}")
    endforeach()
endfunction()

# refuse_equal_names(<folder>...): an error where two files of a folder have a name in common. Presets that compile each file by itself
# skip the check, and so does a student's tree, which lacks the script.
function(refuse_equal_names)
    if(NOT KERNELSMITH_COMPILE_TOGETHER OR NOT EXISTS "${PROJECT_SOURCE_DIR}/cmake/equal_names")
        return()
    endif()
    execute_process(COMMAND "${PROJECT_SOURCE_DIR}/cmake/equal_names" ${ARGN}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "Files that are compiled together have names in common. Rename one of each:\n${output}")
    endif()
endfunction()
