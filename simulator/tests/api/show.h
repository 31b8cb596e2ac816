#pragma once

/// @file
/// Common part of the programs of this folder: they print the results of CUDA calls,
/// so that a GPU and the simulator can be compared.

#include <cuda_runtime.h>

#include <cstdio>

/// Prints an expression and its error code, and clears the error.
#define SHOW(expression)                                                                              \
    do {                                                                                              \
        const cudaError_t shown = (expression);                                                       \
        std::printf("%-95s %3d %s\n", #expression, static_cast<int>(shown), cudaGetErrorName(shown)); \
        if (cudaGetLastError() != shown) {                                                            \
            std::printf("    the last error was another one\n");                                      \
        }                                                                                             \
    } while (false)

/// Prints an integer after the text of its expression.
#define VALUE(expression) std::printf("%-95s = %lld\n", #expression, static_cast<long long>(expression))

/// Prints the error that a launch, written as a statement, leaves.
#define LAUNCH(...)                                                                   \
    do {                                                                              \
        __VA_ARGS__;                                                                  \
        const cudaError_t peeked = cudaPeekAtLastError();                             \
        const cudaError_t shown = cudaGetLastError();                                 \
        std::printf("%-95s %3d %s, then %d\n", #__VA_ARGS__, static_cast<int>(shown), \
                    cudaGetErrorName(shown), static_cast<int>(cudaGetLastError()));   \
        if (peeked != shown) {                                                        \
            std::printf("    peeking said %d\n", static_cast<int>(peeked));           \
        }                                                                             \
    } while (false)
