#pragma once

/// @file
/// The columns with modelled times in the table of a ladder or a sweep.

#include <filesystem>
#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/messages/message.h"
#include "grading/steps/modelled_speed.h"

namespace grader {

/// Models the builds of one lab, one row per build. If no times can be modelled, its columns are empty.
class ModelledColumns {
public:
    /// Models builds of @p the_lab. Both arguments must outlive this object.
    ModelledColumns(const Backend& backend, const Lab& the_lab);

    /// Returns the caption above the table, as the end of a sentence: "times are modelled for h200, not
    /// measured, on ..."
    [[nodiscard]] std::string caption() const;
    /// Returns the column heads.
    [[nodiscard]] std::string head() const;
    /// Returns the columns of the build @p object. Sets @p failure if it cannot be modelled.
    [[nodiscard]] std::string of(const std::filesystem::path& object, Message& failure) const;
    /// Returns the columns of a build that was not modelled.
    [[nodiscard]] std::string blank() const;

private:
    const Backend& backend_;
    const Lab& lab_;
    Message unavailable_reason_; ///< empty if times are modelled
    ModelledBaseline baseline_;
};

} // namespace grader
