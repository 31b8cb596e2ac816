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

/// Models the builds of one lab, a row each. Where no times can be modelled, its columns are empty texts.
class ModelledColumns {
public:
    /// Of @p the_lab. Both have to outlive this.
    ModelledColumns(const Backend& backend, const Lab& the_lab);

    /// What is said about them above the table, as the end of a sentence: "times are modelled for h200, not measured, on ..."
    [[nodiscard]] std::string caption() const;
    /// What stands above them.
    [[nodiscard]] std::string head() const;
    /// Those of the build @p object. What keeps it from being modelled is left in @p failure.
    [[nodiscard]] std::string of(const std::filesystem::path& object, Message& failure) const;
    /// Those of a build that was not modelled.
    [[nodiscard]] std::string blank() const;

private:
    const Backend& backend_;
    const Lab& lab_;
    Message unavailable_reason_; ///< says nothing: times are modelled
    ModelledBaseline baseline_;
};

} // namespace grader
