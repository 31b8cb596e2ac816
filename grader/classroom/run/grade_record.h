#pragma once

/// @file
/// A grade as a journal keeps it: all that a report has, and all that another process needs to go on with it.

#include <nlohmann/json_fwd.hpp>

#include "grading/grade/grade.h"

namespace grader {

/// @p grade as a document.
nlohmann::json to_record(const LabGrade& grade);

/// The grade that to_record() made @p record of. Throws nlohmann::json::exception where it made none so.
LabGrade grade_from_record(const nlohmann::json& record);

} // namespace grader
