# compile_together(<target>): the files of a folder are compiled as one, so that the compiler reads the headers they share
# once, and makes the code of their templates once: half of the time of compiling each by itself. Large folders are compiled
# in parts, which the cores share.
#
# What stands in a file's anonymous namespace is known to the others of its folder too, so no name may stand in two of them
# (cmake/tests/names_test.sh).
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
