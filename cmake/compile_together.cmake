# Unity builds: the compiler reads the headers that several files share once, and instantiates their templates once. In
# the grader, a file's headers cost about five times as much as its own code.
#
#     compile_together(<target>)                         the target's files, in one unit per folder, or several for a large folder
#     compile_components_together(<name> <folder>...)    before the folders are added: their components become one library in a few
#                                                        units. The components' targets remain and link that library
#     end_components_together(<name>)                    after the folders were added
#     refuse_equal_names(<folder>...)                    fails if two files of a unit have the same name in their anonymous
#                                                        namespaces: each would see the other's
#
# The presets `dev` and `sanitize` compile each file separately, so that a change of one file recompiles only that file,
# and missing includes are found.
# found.
option(KERNELSMITH_COMPILE_TOGETHER "Compile the files of a folder as one" OFF)

set(most_files_of_a_unit 24)

# unit_of(<output> <index> <count>): the unit of a file; all units have about the same number of files.
function(unit_of output index count)
    math(EXPR units "(${count} + ${most_files_of_a_unit} - 1) / ${most_files_of_a_unit}")
    math(EXPR unit "${index} * ${units} / ${count}")
    set(${output} ${unit} PARENT_SCOPE)
endfunction()

function(compile_together target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${KERNELSMITH_COMPILE_TOGETHER} UNITY_BUILD_MODE GROUP)
    get_target_property(files ${target} SOURCES)
    set(folders "")
    foreach(file IN LISTS files)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
        cmake_path(GET path PARENT_PATH folder)
        cmake_path(GET folder FILENAME folder)
        list(APPEND folders ${folder})
        list(APPEND files_of_${folder} "${file}")
    endforeach()
    list(REMOVE_DUPLICATES folders)
    foreach(folder IN LISTS folders)
        set_units("${files_of_${folder}}" ${target} ${folder})
    endforeach()
endfunction()

function(set_units files target name)
    list(LENGTH files count)
    set(index 0)
    foreach(file IN LISTS files)
        unit_of(unit ${index} ${count})
        set_source_files_properties("${file}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${name}_${unit}")
        math(EXPR index "${index} + 1")
    endforeach()
endfunction()

function(compile_components_together name)
    if(NOT KERNELSMITH_COMPILE_TOGETHER)
        return()
    endif()
    add_library(${name} STATIC)
    target_link_libraries(${name} PRIVATE kernelsmith::warnings)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    file(RELATIVE_PATH here "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    list(TRANSFORM ARGN PREPEND "${here}/" OUTPUT_VARIABLE folders)
    foreach(folder IN LISTS folders)
        set_property(GLOBAL PROPERTY "library_of_${folder}" ${name})
        set_property(GLOBAL APPEND_STRING PROPERTY kernelsmith_together "${folder} ${name}\n")
    endforeach()
endfunction()

function(end_components_together name)
    if(KERNELSMITH_COMPILE_TOGETHER)
        get_target_property(files ${name} SOURCES)
        set_units("${files}" ${name} ${name})
    endif()
endfunction()

# The archive for students lacks the script.
function(refuse_equal_names)
    if(NOT KERNELSMITH_COMPILE_TOGETHER OR NOT EXISTS "${PROJECT_SOURCE_DIR}/cmake/equal_names")
        return()
    endif()
    get_property(together GLOBAL PROPERTY kernelsmith_together)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/together.txt" CONTENT "${together}" @ONLY)
    execute_process(COMMAND "${PROJECT_SOURCE_DIR}/cmake/equal_names" "${PROJECT_BINARY_DIR}/together.txt" ${ARGN}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "Files that are compiled together have names in common. Rename one of each:\n${output}")
    endif()
endfunction()
