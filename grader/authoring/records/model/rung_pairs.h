#pragma once

/// @file
/// What the model would do about a rung, beside what the next rung does.

#include <optional>
#include <string>
#include <vector>

#include "authoring/records/model/record.h"

namespace grader::accuracy {

/// A step of a ladder counts where the upper rung is so many times as fast, as measured.
inline constexpr double min_step_speedup = 1.1;

/// Two neighbouring rungs of which the upper is faster.
struct RungPair {
    std::string lower;        ///< its name
    std::string upper;        ///< its name
    double measured_gain = 1; ///< how many times as fast the upper one is
    double modelled_gain = 1; ///< the same of modelled times
    std::vector<std::string>
        applies; ///< kinds of remedies that the upper one applies to the lower one; may be empty
    std::vector<GivenRemedy> remedies; ///< of the lower one, the best first

    /// The first of the remedies that the upper rung applies; none where it applies none of them.
    [[nodiscard]] std::optional<GivenRemedy> hit() const;
};

/// Those of @p lab, in the order of its ladder, the baseline first. The solution is no rung, and a rung that was not timed is
/// passed over.
std::vector<RungPair> pairs_of(const ComparedLab& lab);

/// Whether @p upper is enough faster than @p lower to make a pair.
bool is_step(double lower_ms, double upper_ms);

} // namespace grader::accuracy
