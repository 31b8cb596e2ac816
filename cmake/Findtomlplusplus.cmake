# Finds toml++ as a header-only library.
#
# The packages of some systems have a CMake target that links a shared library. A program built here must run on systems
# where that library is not installed, so this module uses the headers alone.

find_path(tomlplusplus_INCLUDE_DIR toml++/toml.h)
mark_as_advanced(tomlplusplus_INCLUDE_DIR)

set(version_header "${tomlplusplus_INCLUDE_DIR}/toml++/impl/version.h")
if(EXISTS "${version_header}")
    foreach(part MAJOR MINOR PATCH)
        file(STRINGS "${version_header}" line REGEX "#define +TOML_LIB_${part} +[0-9]+")
        string(REGEX MATCH "[0-9]+" number "${line}")
        list(APPEND numbers "${number}")
    endforeach()
    list(JOIN numbers "." tomlplusplus_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(tomlplusplus
    REQUIRED_VARS tomlplusplus_INCLUDE_DIR
    VERSION_VAR tomlplusplus_VERSION)

if(tomlplusplus_FOUND AND NOT TARGET tomlplusplus::tomlplusplus)
    add_library(tomlplusplus::tomlplusplus INTERFACE IMPORTED)
    target_include_directories(tomlplusplus::tomlplusplus INTERFACE "${tomlplusplus_INCLUDE_DIR}")
    target_compile_definitions(tomlplusplus::tomlplusplus INTERFACE TOML_HEADER_ONLY=1)
endif()
