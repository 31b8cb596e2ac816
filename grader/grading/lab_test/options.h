#pragma once

/// @file
/// What the command line of a lab's tests says.

#include <cstdint>
#include <filesystem>
#include <string>

namespace lab_test {

/// The options beside Catch2's own.
struct Options {
    std::filesystem::path source;  ///< `--source`; empty: the lab's student.cu
    std::string backend = "auto";  ///< `--backend`
    std::filesystem::path course;  ///< `--course`; empty: the one around the current directory
    std::filesystem::path modules; ///< `--modules`; empty: those beside the program
    std::uint64_t seed = 0;        ///< `--seed`, or else a secret one that main() draws
};

/// Those of this process: main() sets them before the first test.
Options& options();

} // namespace lab_test
