# Finds nvcc and selects the architectures for which it generates code. Include this before project(), which fixes both.

# The same directories in the same order as in scripts/setup.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(CMAKE_CUDA_COMPILER nvcc
        PATHS ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda
        PATH_SUFFIXES bin
        DOC "The CUDA compiler")
    if(NOT CMAKE_CUDA_COMPILER)
        message(FATAL_ERROR "nvcc was not found on this machine. Run scripts/setup: it prints what to install.")
    endif()
endif()

# PTX for the oldest GPU that the toolkit supports runs on every GPU, after just-in-time compilation at load. In
# addition, SASS is generated for the GPUs of this machine, or for Hopper if there are none.
if(NOT CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(architectures 75-virtual)
    execute_process(
        COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
        OUTPUT_VARIABLE capabilities RESULT_VARIABLE status ERROR_QUIET TIMEOUT 20)
    if(status EQUAL 0)
        execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
        string(REGEX MATCHALL "[0-9]+\\.[0-9]+" capabilities "${capabilities}")
        foreach(capability IN LISTS capabilities)
            string(REPLACE "." "" number "${capability}")
            if(known MATCHES "sm_${number}[^0-9]")
                list(APPEND architectures ${number}-real)
            endif()
        endforeach()
        list(REMOVE_DUPLICATES architectures)
    else()
        list(APPEND architectures 90-real)
    endif()
    set(CMAKE_CUDA_ARCHITECTURES "${architectures}" CACHE STRING "What nvcc generates code for")
endif()
