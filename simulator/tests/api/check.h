#pragma once

/// @file
/// For the programs of this folder that judge themselves: their exit status says whether all was as it has to be.

#include <cstdio>
#include <cstdlib>

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

/// The same for a number that no GPU may answer otherwise.
inline void expect(long long found, long long expected, int line = __builtin_LINE()) {
    if (found == expected) return;
    std::fprintf(stderr, "line %d: %lld, not %lld\n", line, found, expected);
    ++wrong;
}

/// What a GPU's driver may crash of, or what may leave it unusable, only the simulator is asked: @p ask gives its answer.
template <class Ask> void expect_of_simulator(long long expected, Ask ask, int line = __builtin_LINE()) {
    if (std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr) expect(ask(), expected, line);
}
