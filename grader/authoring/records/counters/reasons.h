#pragma once

/// @file
/// Why the simulator and a GPU do not count the same, where they do not:
/// `docs/results/counters/reasons.toml`, written by hand.

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// One reason, and where it holds.
struct CounterReason {
    std::string group;                 ///< a lab's id or a program's name
    std::vector<std::string> builds;   ///< `baseline`, a rung, `solution`; empty: all of them
    std::vector<std::string> kernels;  ///< without parameters and blanks; empty: all of them
    std::vector<std::string> counters; ///< by Nsight Compute's names; none: a GPU has not counted the builds
    std::string text;                  ///< one sentence, for the table's readers

    /// Whether it explains a difference of @p counter in @p kernel of @p build.
    [[nodiscard]] bool covers(const std::string& build, const std::string& kernel,
                              const std::string& counter) const;
    /// Whether it explains why a GPU has not counted @p build.
    [[nodiscard]] bool excuses(const std::string& build) const;
};

/// The reasons in @p file for @p group; none where there is no such file. Throws ManifestError where it is not
/// as it should be.
std::vector<CounterReason> read_reasons(const std::filesystem::path& file, const std::string& group);

} // namespace grader
