#pragma once

/// @file
/// For the programs of this folder that check themselves: the exit status is 0 if all checks hold.

#include <cstdio>
#include <cstdlib>

/// Number of failed checks.
inline int wrong = 0;

/// Prints a condition that does not hold.
#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            ++wrong;                                                                     \
        }                                                                                \
    } while (false)

/// Compares a result that no GPU may return differently.
inline void expect(long long found, long long expected, int line = __builtin_LINE()) {
    if (found == expected) return;
    std::fprintf(stderr, "line %d: %lld, not %lld\n", line, found, expected);
    ++wrong;
}

/// Checks a call that may crash or break a GPU's driver only on the simulator. @p ask returns the result.
template <class Ask> void expect_of_simulator(long long expected, Ask ask, int line = __builtin_LINE()) {
    if (std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr) expect(ask(), expected, line);
}
