#pragma once

/// @file
/// Samples of a lab's rungs and mistakes: check-course grades one sample if all of them would take too long.

#include <string>

#include "course/course.h"

namespace grader {

/// One of several samples of about equal size. Together they are everything.
struct Sample {
    unsigned number = 1; ///< index from 1
    unsigned of = 1;     ///< number of samples

    /// Reports whether the sample is everything.
    [[nodiscard]] bool whole() const { return of == 1; }
};

/// Parses a sample: "2/3"; everything if @p text is empty. Throws UsageError.
Sample sample_from(const std::string& text);

/// Returns @p lab with only the rungs and mistakes of @p sample; the known program is in each sample.
Lab sample_of(const Lab& lab, Sample sample);

} // namespace grader
