# The seven libraries on which the project is built. Each is searched for on the system; one that is missing or too old
# is fetched as an upstream release archive and built with the project.
#
#   KERNELSMITH_FETCH     AUTO (the default) as above; ALWAYS fetches even installed libraries; NEVER fetches none
#   KERNELSMITH_ARCHIVES  the directory of the archives. An archive that is there already is not fetched again, so a
#                         machine without a network needs only a copy of the files
#   KERNELSMITH_PINS      the table of archives: URL, version and hash
#
# Provides Catch2::Catch2, Catch2::Catch2WithMain, CLI11::CLI11, tomlplusplus::tomlplusplus,
# nlohmann_json::nlohmann_json, kernelsmith::fmt, zstd::libzstd and lz4::lz4, and `include(Catch)` for
# catch_discover_tests. None of them is linked as a shared library, so that a program built here runs on other machines.

set(KERNELSMITH_FETCH AUTO CACHE STRING "Fetch libraries: AUTO where the system has none, ALWAYS, NEVER")
set_property(CACHE KERNELSMITH_FETCH PROPERTY STRINGS AUTO ALWAYS NEVER)
set(KERNELSMITH_ARCHIVES "${PROJECT_SOURCE_DIR}/.kernelsmith/archives" CACHE PATH "Where archives are kept")
set(KERNELSMITH_PINS "${CMAKE_CURRENT_LIST_DIR}/pins.cmake" CACHE FILEPATH "The table of release archives")

set(recipes "${CMAKE_CURRENT_LIST_DIR}/recipes")
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include(FetchContent)

macro(pin package version address sha256)
    set(${package}_pin "${version};${address};${sha256}")
endmacro()
include("${KERNELSMITH_PINS}")

# Downloads the archive of a package to KERNELSMITH_ARCHIVES and sets `archive` to its path; an empty path means that it
# is not available. A file whose hash is not the pinned one is a fatal error.
function(fetch_archive package)
    list(GET ${package}_pin 0 version)
    list(GET ${package}_pin 1 address)
    list(GET ${package}_pin 2 expected)
    string(REGEX MATCH "\\.(tar\\.[a-z0-9]+|zip)$" extension "${address}")
    set(file "${KERNELSMITH_ARCHIVES}/${package}-${version}${extension}")
    set(archive "" PARENT_SCOPE)

    if(NOT EXISTS "${file}")
        if(unreachable)
            return()
        endif()
        message(STATUS "Fetching ${package} ${version}")
        file(DOWNLOAD "${address}" "${file}.part" STATUS status TIMEOUT 120 TLS_VERIFY ON)
        list(GET status 0 code)
        if(NOT code EQUAL 0)
            list(GET status 1 reason)
            message(STATUS "Fetching ${package} ${version} failed: ${reason}")
            file(REMOVE "${file}.part")
            # Without a network the other downloads would only take their time to fail as well.
            set(unreachable ON PARENT_SCOPE)
            return()
        endif()
        file(RENAME "${file}.part" "${file}")
    endif()

    file(SHA256 "${file}" actual)
    if(NOT actual STREQUAL expected)
        message(FATAL_ERROR
            " ${package} ${version}: the archive is not the one that was pinned, so it is not used.\n"
            " file      ${file}\n"
            " expected  ${expected}\n"
            " found     ${actual}\n"
            " Delete the file to fetch it again.")
    endif()
    set(archive "${file}" PARENT_SCOPE)
endfunction()

# Makes the targets of a package available, or adds the package to missing_packages.
macro(need package minimum)
    if(NOT KERNELSMITH_FETCH STREQUAL "ALWAYS")
        find_package(${package} ${minimum} QUIET)
    endif()
    if(NOT ${package}_FOUND)
        set(archive "")
        if(NOT KERNELSMITH_FETCH STREQUAL "NEVER")
            fetch_archive(${package})
        endif()
        if(archive)
            # FetchContent unpacks the archive, but the directory is added here: before CMake 3.28, FetchContent cannot
            # exclude it from `all`. A SOURCE_SUBDIR that does not exist keeps FetchContent from adding it.
            FetchContent_Declare(${package} URL "${archive}" DOWNLOAD_EXTRACT_TIMESTAMP ON SOURCE_SUBDIR none
                OVERRIDE_FIND_PACKAGE)
            FetchContent_MakeAvailable(${package})
            string(TOLOWER ${package} lower)
            # An archive that builds more than is needed here is built by a recipe of ours instead.
            if(EXISTS "${recipes}/${package}")
                add_subdirectory("${recipes}/${package}" "${${lower}_BINARY_DIR}" EXCLUDE_FROM_ALL SYSTEM)
            else()
                add_subdirectory("${${lower}_SOURCE_DIR}" "${${lower}_BINARY_DIR}" EXCLUDE_FROM_ALL SYSTEM)
            endif()
        else()
            list(APPEND missing_packages "${package} (${minimum} or newer)")
        endif()
    endif()
endmacro()

# Some of the archives require a CMake version that CMake 4 no longer supports, and none of their tests should run here.
set(CMAKE_POLICY_VERSION_MINIMUM 3.5)
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
set(CLI11_BUILD_TESTS OFF)
set(CLI11_BUILD_EXAMPLES OFF)
set(JSON_BuildTests OFF)

need(Catch2 3.4)
if(DEFINED catch2_SOURCE_DIR)
    list(APPEND CMAKE_MODULE_PATH "${catch2_SOURCE_DIR}/extras")
endif()
need(CLI11 2.1)
need(tomlplusplus 3.3)
need(nlohmann_json 3.11)
need(fmt 9.1)
need(zstd 1.4)
need(lz4 1.9)

if(missing_packages)
    list(JOIN missing_packages ", " missing_packages)
    # The leading blank keeps CMake from wrapping the line, which scripts/setup prints unchanged.
    message(FATAL_ERROR
        " Missing: ${missing_packages}. Type: sudo scripts/setup packages"
        " - or, without root, connect to the network and type: make setup")
endif()

# sodium::sodium, if the system has it (scripts/setup class). No program for students needs it, and the programs that do
# report when it is missing, so it is neither fetched nor required.
find_package(sodium 1.0.18 QUIET)

# kernelsmith::fmt: fmt with its non-template part compiled once. An archive builds that part as a static library. Most
# systems have it only as a shared library. For the fmt versions whose templates compiled_half.cpp instantiates, the
# static library is built here; with any other version, every file compiles that part itself.
if(DEFINED fmt_SOURCE_DIR)
    add_library(kernelsmith::fmt ALIAS fmt)
elseif(fmt_VERSION VERSION_LESS 10)
    add_library(kernelsmith_fmt STATIC "${CMAKE_CURRENT_LIST_DIR}/fmt/compiled_half.cpp")
    get_target_property(fmt_includes fmt::fmt-header-only INTERFACE_INCLUDE_DIRECTORIES)
    target_include_directories(kernelsmith_fmt SYSTEM PUBLIC "${fmt_includes}")
    add_library(kernelsmith::fmt ALIAS kernelsmith_fmt)
else()
    add_library(kernelsmith::fmt ALIAS fmt::fmt-header-only)
endif()
