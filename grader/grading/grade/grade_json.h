#pragma once

/// @file
/// Grades as JSON documents that programs of the course keep for each other; grading/grade/grade_fields.h has their fields.

#include <nlohmann/json_fwd.hpp>

#include "grading/grade/grade.h"

namespace grader {

/// @p grade without its evidence.
nlohmann::json facts_to_json(const LabGrade& grade);
/// The same with its evidence, for another process that goes on with it.
nlohmann::json record_of(const LabGrade& grade);

/// Reads what either of them writes. Throws nlohmann::json::exception where @p document is no such thing.
LabGrade grade_from_json(const nlohmann::json& document);

} // namespace grader
