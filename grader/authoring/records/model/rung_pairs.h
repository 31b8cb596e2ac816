#pragma once

/// @file
/// Compares the model's suggestions for a rung with what the next rung does.

#include <optional>
#include <string>
#include <vector>

#include "authoring/records/model/record.h"

namespace grader::accuracy {

/// Minimum measured speedup of the upper rung over the lower one for a step of a ladder to count.
inline constexpr double min_step_speedup = 1.1;

/// Two adjacent rungs for which is_step() holds.
struct RungPair {
    std::string lower;        ///< name of the lower rung
    std::string upper;        ///< name of the upper rung
    double measured_gain = 1; ///< measured speedup of the upper one
    double modelled_gain = 1; ///< modelled speedup of the upper one
    std::vector<std::string>
        applies; ///< kinds of suggestions that the upper one applies to the lower one; may be empty
    std::vector<GivenSuggestion> suggestions; ///< suggestions for the lower one, the best first

    /// Returns the first of the suggestions that the upper rung applies; none if it applies none of them.
    [[nodiscard]] std::optional<GivenSuggestion> hit() const;
};

/// Returns the pairs of @p lab, in the order of its ladder, the baseline first. The solution is not a
/// rung, and a rung that was not timed is skipped.
std::vector<RungPair> pairs_of(const ComparedLab& lab);

/// Returns whether @p lower_ms is at least min_step_speedup times @p upper_ms.
bool is_step(double lower_ms, double upper_ms);

} // namespace grader::accuracy
