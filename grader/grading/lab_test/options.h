#pragma once

/// @file
/// The command line of a lab's tests.

#include <cstdint>
#include <filesystem>
#include <string>

namespace lab_test {

/// The options in addition to Catch2's own.
struct Options {
    std::filesystem::path source;  ///< `--source`; empty: the lab's student.cu
    std::string backend = "auto";  ///< `--backend`
    std::filesystem::path course;  ///< `--course`; empty: the one that contains the current directory
    std::filesystem::path modules; ///< `--modules`; empty: those next to the program
    std::uint64_t seed = 0;        ///< `--seed`; default: a secret one that main() draws
};

/// Returns the options of this process: main() sets them before the first test.
Options& options();

} // namespace lab_test
