#pragma once

/// @file
/// Lab 00: differences between neighbours. README.md has the tasks.

/// Numbers per group. A block of threads works on one group, and has one thread per number.
constexpr int group = 32;

/// Returns the number of groups in @p count numbers, including a last one that is not full.
constexpr int groups_of(int count) { return (count + group - 1) / group; }

/// The arguments of differences(). Both arrays are in the GPU's memory.
struct DifferencesArgs {
    const int* in; ///< `count` numbers from 0 to 99; must not be changed
    int* out;      ///< `count` numbers, to be written
    int count;     ///< any number; may be 0
};

/// Subtracts from each number the one before it in its group. The first number of a group has none before it and is
/// copied. The last group may be shorter than the others.
///
/// @code
/// in:  {3, 1, 4, 1, 5}
/// out: {3, -2, 3, -3, 4}
/// @endcode
extern "C" void differences(const DifferencesArgs& args);
