#pragma once

/// @file
/// Grades as JSON documents that programs of the course store for each other; grading/grade/grade_fields.h
/// has their fields.

#include <nlohmann/json_fwd.hpp>

#include "grading/grade/grade.h"

namespace grader {

/// Returns @p grade without its evidence.
nlohmann::json facts_to_json(const LabGrade& grade);
/// Returns @p grade with its evidence, for another process that continues it.
nlohmann::json record_of(const LabGrade& grade);

/// Parses the output of either of these. Throws nlohmann::json::exception if @p document is invalid.
LabGrade grade_from_json(const nlohmann::json& document);

} // namespace grader
