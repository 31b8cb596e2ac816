# A folder of C++ files is a component: a library whose target bears the folder's name, grader_grading_verify of
# grader/grading/verify. NEEDS has the folders whose headers it includes, every one and no other. So the links are the
# layering, and cmake/tests/layers_test holds the includes against them.
#
#     add_component([NEEDS <folder>...] [USES <library>...] [FILES <generated file>...] [HOT <file>... [HOT_OPTIONS <option>...]])
#     add_program(<name> [USES <library>...])     main.cpp of the folder, linked with the component
#     component_needs(<folder>...)                the record alone, where a folder's target is made by hand
#
# HOT files are compiled with -O3, also in a debug build, and with HOT_OPTIONS: programs spend their time in them. The other files run
# briefly, and -O3 would only make their compilation longer.

function(component_target folder output)
    string(REPLACE "/" "_" target "${folder}")
    set(${output} "${target}" PARENT_SCOPE)
endfunction()

function(component_needs)
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    list(JOIN ARGN " " needs)
    set_property(GLOBAL APPEND_STRING PROPERTY kernelsmith_components "${folder}: ${needs}\n")
endfunction()

# The root of a folder's includes is the first folder of its path: common, grader or simulator.
function(component_root output)
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(REGEX REPLACE "/.*" "" root "${folder}")
    set(${output} "${PROJECT_SOURCE_DIR}/${root}" PARENT_SCOPE)
endfunction()

function(add_component)
    cmake_parse_arguments(PARSE_ARGV 0 component "" "" "NEEDS;USES;FILES;HOT;HOT_OPTIONS")
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    component_target("${folder}" target)
    component_root(root)
    component_needs(${component_NEEDS})
    set(needed "")
    foreach(need IN LISTS component_NEEDS)
        component_target("${need}" name)
        list(APPEND needed ${name})
    endforeach()
    file(GLOB files CONFIGURE_DEPENDS *.cpp)
    list(FILTER files EXCLUDE REGEX "/main\\.cpp$")
    list(APPEND files ${component_FILES})
    list(TRANSFORM component_HOT PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
    list(REMOVE_ITEM files ${component_HOT})
    if(NOT files)
        add_library(${target} INTERFACE)
        target_include_directories(${target} INTERFACE "${root}")
        target_link_libraries(${target} INTERFACE ${needed} ${component_USES})
        return()
    endif()
    add_library(${target} STATIC ${files})
    target_include_directories(${target} PUBLIC "${root}")
    target_link_libraries(${target} PUBLIC ${needed} PRIVATE ${component_USES} kernelsmith::warnings)
    compile_together(${target})
    if(component_HOT)
        add_library(${target}_hot OBJECT ${component_HOT})
        target_include_directories(${target}_hot PRIVATE "${root}")
        target_link_libraries(${target}_hot PRIVATE ${needed} ${component_USES} kernelsmith::warnings)
        target_compile_options(${target}_hot PRIVATE -O3 ${component_HOT_OPTIONS})
        compile_together(${target}_hot)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_hot>)
    endif()
endfunction()

function(add_program name)
    cmake_parse_arguments(PARSE_ARGV 1 program "" "" "USES")
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    component_target("${folder}" component)
    add_executable(${name} main.cpp)
    target_link_libraries(${name} PRIVATE ${component} ${program_USES} kernelsmith::warnings)
endfunction()

# For the test: a line for each component, "folder: what it needs".
function(write_components)
    get_property(components GLOBAL PROPERTY kernelsmith_components)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/components.txt" CONTENT "${components}" @ONLY)
endfunction()
