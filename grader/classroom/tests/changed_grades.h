#pragma once

/// @file
/// Grades that differ from those in samples.h in one thing.

#include <stdexcept>
#include <string>
#include <utility>

#include "grading/messages/message.h"
#include "testing/samples.h"

namespace changed_grades {

/// The step @p name of @p grade, to be changed.
inline grader::Step& step_of(grader::LabGrade& grade, const std::string& name) {
    for (grader::Step& step : grade.steps)
        if (step.name == name) return step;
    throw std::logic_error("no such step");
}

/// Full marks but for speed, where @p points were earned.
inline grader::LabGrade passed_with(double points) {
    grader::LabGrade grade = samples::passed();
    step_of(grade, "fast").points = points;
    grader::finalize_grade(grade);
    return grade;
}

/// Wrong, for the reason @p message.
inline grader::LabGrade wrong_with(grader::Message message) {
    grader::LabGrade grade = samples::wrong_output();
    step_of(grade, "correct").message = std::move(message);
    return grade;
}

} // namespace changed_grades
