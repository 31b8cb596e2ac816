#pragma once

/// @file
/// Reasons for differences between the counts of simulator and GPU: `docs/results/counters/reasons.toml`,
/// written by hand.

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// One reason, and its scope.
struct CounterReason {
    std::string group;                 ///< id of a lab, or name of a program
    std::vector<std::string> builds;   ///< `baseline`, a rung, `solution`; empty: all of them
    std::vector<std::string> kernels;  ///< without parameters and blanks; empty: all of them
    std::vector<std::string> counters; ///< Nsight Compute's names; none: the GPU did not count the builds
    std::string text;                  ///< one sentence, for readers of the table

    /// Reports whether it explains a difference of @p counter in @p kernel of @p build.
    [[nodiscard]] bool covers(const std::string& build, const std::string& kernel,
                              const std::string& counter) const;
    /// Reports whether it explains why a GPU did not count @p build.
    [[nodiscard]] bool excuses(const std::string& build) const;
};

/// Reads the reasons in @p file for @p group; none if there is no such file. Throws ManifestError if it is
/// malformed.
std::vector<CounterReason> read_reasons(const std::filesystem::path& file, const std::string& group);

} // namespace grader
