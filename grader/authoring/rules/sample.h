#pragma once

/// @file
/// A sample of a lab's rungs and mistakes: check-course grades one where all of them would take too long.

#include <string>

#include "course/course.h"

namespace grader {

/// One of several samples that are about as large. Together they are everything.
struct Sample {
    unsigned number = 1; ///< from 1
    unsigned of = 1;     ///< samples

    /// Whether it is everything.
    [[nodiscard]] bool whole() const { return of == 1; }
};

/// The sample that @p text names: "2/3"; everything where it is empty. Throws UsageError.
Sample sample_from(const std::string& text);

/// @p lab with the rungs and mistakes of @p sample alone, and the known program in each sample.
Lab sample_of(const Lab& lab, Sample sample);

} // namespace grader
