#pragma once

/// @file
/// The report that programs read; docs/report.schema.json says what is in it.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grade/grade.h"

namespace grader {

/// @p report as a document: its labs, or for a class its submissions with theirs.
nlohmann::json to_json(const GradeReport& report);

/// The text of to_json(), indented and in ASCII, so that printing it is safe. What is no UTF-8, which a
/// kernel's name may be, has its bad bytes replaced.
std::string render_json(const GradeReport& report);

} // namespace grader
