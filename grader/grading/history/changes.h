#pragma once

/// @file
/// Compares two grades of a lab, for the question of a student: did it help?

#include <string>
#include <vector>

#include "grading/grade/grade.h"

namespace grader {

/// Differences between two grades, in words. Empty where they agree.
struct Changes {
    /// "sectors per 128 bytes 32 → 4", one for each gate whose value changed
    std::vector<std::string> counters;
    std::string correct; ///< "correct 7 → 11 of 11"
    std::string speedup; ///< "speedup 3.10× → 7.52×", if the change exceeds chance
    std::string failure; ///< "fails at clean, before at correct"
    std::string score;   ///< "score 26 → 61"

    /// Returns whether there is no difference.
    [[nodiscard]] bool none() const;
};

/// Returns the changes from @p before to @p after. A value that one of them lacks is not a change.
Changes changes_between(const LabGrade& before, const LabGrade& after);

/// Returns @p changes in at most @p lines lines of @p width columns: counters that do not fit are only
/// counted.
std::vector<std::string> in_words(const Changes& changes, std::size_t width, std::size_t lines = 2);

} // namespace grader
