#pragma once

/// @file
/// What the programs of this folder share: they print how CUDA answers, so that a GPU and the simulator can
/// be compared.

#include <cuda_runtime.h>

#include <cstdio>

/// Prints an expression and the error code it gives, and forgets the error.
#define SHOW(expression)                                                                              \
    do {                                                                                              \
        const cudaError_t shown = (expression);                                                       \
        std::printf("%-95s %3d %s\n", #expression, static_cast<int>(shown), cudaGetErrorName(shown)); \
        if (cudaGetLastError() != shown) {                                                            \
            std::printf("    the last error was another one\n");                                      \
        }                                                                                             \
    } while (false)

/// Prints a number under the text of its expression.
#define VALUE(expression) std::printf("%-95s = %lld\n", #expression, static_cast<long long>(expression))

/// Prints what a launch written as a statement leaves behind.
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
