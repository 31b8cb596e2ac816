# Finds Zstandard as a static library: a program built here must run on systems where the shared one is not installed.

find_path(zstd_INCLUDE_DIR zstd.h)
find_library(zstd_LIBRARY NAMES libzstd.a)
mark_as_advanced(zstd_INCLUDE_DIR zstd_LIBRARY)

if(EXISTS "${zstd_INCLUDE_DIR}/zstd.h")
    unset(numbers)
    foreach(part MAJOR MINOR RELEASE)
        file(STRINGS "${zstd_INCLUDE_DIR}/zstd.h" line REGEX "#define +ZSTD_VERSION_${part} +[0-9]+")
        string(REGEX MATCH "[0-9]+" number "${line}")
        list(APPEND numbers "${number}")
    endforeach()
    list(JOIN numbers "." zstd_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(zstd
    REQUIRED_VARS zstd_LIBRARY zstd_INCLUDE_DIR
    VERSION_VAR zstd_VERSION)

if(zstd_FOUND AND NOT TARGET zstd::libzstd)
    add_library(zstd::libzstd STATIC IMPORTED)
    set_target_properties(zstd::libzstd PROPERTIES
        IMPORTED_LOCATION "${zstd_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${zstd_INCLUDE_DIR}")
endif()
