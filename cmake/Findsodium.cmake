# Finds libsodium as a static library: a program built here must run on systems where the shared one is not installed.

find_path(sodium_INCLUDE_DIR sodium.h)
find_library(sodium_LIBRARY NAMES libsodium.a)
mark_as_advanced(sodium_INCLUDE_DIR sodium_LIBRARY)

if(EXISTS "${sodium_INCLUDE_DIR}/sodium/version.h")
    file(STRINGS "${sodium_INCLUDE_DIR}/sodium/version.h" line REGEX "#define +SODIUM_VERSION_STRING +")
    string(REGEX MATCH "[0-9]+(\\.[0-9]+)+" sodium_VERSION "${line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(sodium
    REQUIRED_VARS sodium_LIBRARY sodium_INCLUDE_DIR
    VERSION_VAR sodium_VERSION)

if(sodium_FOUND AND NOT TARGET sodium::sodium)
    add_library(sodium::sodium STATIC IMPORTED)
    set_target_properties(sodium::sodium PROPERTIES
        IMPORTED_LOCATION "${sodium_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${sodium_INCLUDE_DIR}")
endif()
