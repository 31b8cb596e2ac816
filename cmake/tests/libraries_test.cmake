# Tests one case of how a small program gets its libraries through dependencies.cmake: CASE, in the directory WORK.
#
# The archives are stubs of a few lines, created here with the targets and headers of the real ones. So the test needs
# no network, and still exercises the code that would use one.

cmake_minimum_required(VERSION 3.25)
set(packages Catch2 CLI11 tomlplusplus nlohmann_json fmt zstd lz4)
file(REMOVE_RECURSE "${WORK}")

# An archive of each package, as upstream would provide it.
foreach(package IN LISTS packages)
    file(COPY "${CMAKE_CURRENT_LIST_DIR}/stand_ins/${package}" DESTINATION "${WORK}/upstream")
    set(archive "${WORK}/upstream/${package}.tar.gz")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E tar czf "${archive}" ${package}
        WORKING_DIRECTORY "${WORK}/upstream" COMMAND_ERROR_IS_FATAL ANY)
    file(SHA256 "${archive}" hash)
    set(address "file://${archive}")
    if(CASE STREQUAL "wrong_hash" AND package STREQUAL "tomlplusplus")
        string(REPEAT 0 64 hash)
    elseif(CASE STREQUAL "unreachable" OR CASE STREQUAL "offline")
        set(address "file://${WORK}/nowhere/${package}.tar.gz")
    endif()
    string(APPEND pins "pin(${package} 1.2.3 ${address} ${hash})\n")
    if(CASE STREQUAL "offline")
        file(COPY_FILE "${archive}" "${WORK}/upstream/${package}-1.2.3.tar.gz")
    endif()
endforeach()
file(WRITE "${WORK}/pins.cmake" "${pins}")

set(fetch ALWAYS)
set(archives "${WORK}/archives")
if(CASE STREQUAL "system")
    set(fetch AUTO)
elseif(CASE STREQUAL "offline")
    set(archives "${WORK}/upstream")
endif()

execute_process(
    COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${WORK}/build" -G Ninja
        "-DCMAKE_MAKE_PROGRAM=${NINJA}" "-DCMAKE_CXX_COMPILER=${CXX}" -DKERNELSMITH_FETCH=${fetch}
        "-DKERNELSMITH_ARCHIVES=${archives}" "-DKERNELSMITH_PINS=${WORK}/pins.cmake"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)

function(expect_failure pattern)
    if(status EQUAL 0)
        message(FATAL_ERROR "The configuration should have failed:\n${output}")
    elseif(NOT errors MATCHES "${pattern}")
        message(FATAL_ERROR "The configuration should have said '${pattern}', and said:\n${errors}")
    endif()
endfunction()

if(CASE STREQUAL "wrong_hash")
    expect_failure("tomlplusplus 1\\.2\\.3: the archive is not the one that was pinned")
elseif(CASE STREQUAL "unreachable")
    expect_failure("\n *Missing: Catch2 [^\n]*, CLI11 [^\n]*, fmt [^\n]*Type: sudo scripts/setup packages")
elseif(NOT status EQUAL 0)
    message(FATAL_ERROR "The configuration failed:\n${output}${errors}")
elseif(CASE STREQUAL "offline")
    # The build from the archives does not depend on how they were obtained, and the case "fetched" builds them.
    if(output MATCHES "Fetching")
        message(FATAL_ERROR "Archives that were there have been fetched:\n${output}")
    endif()
else()
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${WORK}/build" COMMAND_ERROR_IS_FATAL ANY)
    foreach(program consumer consumer_tests)
        execute_process(COMMAND "${WORK}/build/${program}" COMMAND_ERROR_IS_FATAL ANY)
        execute_process(
            COMMAND ldd "${WORK}/build/${program}" OUTPUT_VARIABLE shared COMMAND_ERROR_IS_FATAL ANY)
        string(TOLOWER "${shared}" shared)
        if(shared MATCHES "fmt|toml|catch|json|cli11|zstd|lz4")
            message(FATAL_ERROR "${program} would not run where these are not installed:\n${shared}")
        endif()
    endforeach()
endif()
