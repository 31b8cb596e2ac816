# Finds LZ4 as a static library: a program built here must run on systems where the shared one is not installed.

find_path(lz4_INCLUDE_DIR lz4.h)
find_library(lz4_LIBRARY NAMES liblz4.a)
mark_as_advanced(lz4_INCLUDE_DIR lz4_LIBRARY)

if(EXISTS "${lz4_INCLUDE_DIR}/lz4.h")
    unset(numbers)
    foreach(part MAJOR MINOR RELEASE)
        file(STRINGS "${lz4_INCLUDE_DIR}/lz4.h" line REGEX "#define +LZ4_VERSION_${part} +[0-9]+")
        string(REGEX MATCH "_${part} +([0-9]+)" line "${line}")
        list(APPEND numbers "${CMAKE_MATCH_1}")
    endforeach()
    list(JOIN numbers "." lz4_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(lz4
    REQUIRED_VARS lz4_LIBRARY lz4_INCLUDE_DIR
    VERSION_VAR lz4_VERSION)

if(lz4_FOUND AND NOT TARGET lz4::lz4)
    add_library(lz4::lz4 STATIC IMPORTED)
    set_target_properties(lz4::lz4 PROPERTIES
        IMPORTED_LOCATION "${lz4_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${lz4_INCLUDE_DIR}")
endif()
