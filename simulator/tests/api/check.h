#pragma once

/// @file
/// For the programs of this folder that judge themselves: their exit status says whether all was as it has to be.

#include <cstdio>

/// How many things were not.
inline int wrong = 0;

/// Says so where a condition does not hold.
#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            ++wrong;                                                                     \
        }                                                                                \
    } while (false)
