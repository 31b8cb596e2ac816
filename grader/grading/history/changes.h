#pragma once

/// @file
/// From two grades of a lab to what a student wants to know first: did it help?

#include <string>
#include <vector>

#include "grading/grade/grade.h"

namespace grader {

/// What differs between two grades, in words. Empty where it does not.
struct Changes {
    std::vector<std::string> counters; ///< "sectors for 128 bytes 32 → 4", one for each gate that moved
    std::string correct;               ///< "correct 7 → 11 of 11"
    std::string speedup;               ///< "speedup 3.10× → 7.52×", where that is more than chance
    std::string failure;               ///< "fails at clean, before at correct"
    std::string score;                 ///< "score 26 → 61"

    /// Whether nothing differs.
    [[nodiscard]] bool none() const;
};

/// From @p before to @p after. What one of them does not know is no change.
Changes changes_between(const LabGrade& before, const LabGrade& after);

/// All of @p changes in at most @p lines lines of @p width columns: counters that have no room are only
/// counted.
std::vector<std::string> in_words(const Changes& changes, std::size_t width, std::size_t lines = 2);

} // namespace grader
