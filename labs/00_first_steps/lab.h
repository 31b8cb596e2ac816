#pragma once

/// @file
/// Lab 00: differences between neighbours. README.md has the tasks.

/// So many numbers make a group. A block of threads works on one group, and has a thread for each of its numbers.
constexpr int group = 32;

/// How many groups @p count numbers make, the last one as far as there are numbers.
constexpr int groups_of(int count) { return (count + group - 1) / group; }

/// What differences() works on. Both arrays lie in the memory of the GPU.
struct DifferencesArgs {
    const int* in; ///< `count` numbers from 0 to 99; not to be changed
    int* out;      ///< `count` numbers, to be written
    int count;     ///< any number; may be 0
};

/// Writes how far each number is from the one before it. The first of a group has none before it and remains as it is.
/// The last group may be shorter than the others.
///
/// @code
/// in:  {3, 1, 4, 1, 5}
/// out: {3, -2, 3, -3, 4}
/// @endcode
extern "C" void differences(const DifferencesArgs& args);
