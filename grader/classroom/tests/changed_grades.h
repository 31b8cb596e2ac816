#pragma once

/// @file
/// Variants of the grades in samples.h that differ in one thing.

#include <stdexcept>
#include <string>
#include <utility>

#include "grading/messages/message.h"
#include "testing/samples.h"

namespace changed_grades {

/// Returns the step @p name of @p grade, to be changed.
inline grader::Step& step_of(grader::LabGrade& grade, const std::string& name) {
    for (grader::Step& step : grade.steps)
        if (step.name == name) return step;
    throw std::logic_error("no such step");
}

/// Returns a grade with full points but for speed, which earned @p points.
inline grader::LabGrade passed_with(double points) {
    grader::LabGrade grade = samples::passed();
    step_of(grade, "fast").points = points;
    grader::finalize_grade(grade);
    return grade;
}

/// Returns a wrong grade with the message @p message.
inline grader::LabGrade wrong_with(grader::Message message) {
    grader::LabGrade grade = samples::wrong_output();
    step_of(grade, "correct").message = std::move(message);
    return grade;
}

} // namespace changed_grades
