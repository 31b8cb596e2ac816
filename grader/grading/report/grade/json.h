#pragma once

/// @file
/// The report that programs read; docs/report.schema.json says what is in it.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "grading/grade/grade.h"

namespace grader {

/// The format of the documents that are written. Format 1 is read as well.
inline constexpr int report_format = 2;

/// Begins the detail of a step that is the command that does the same again; it is the last one.
inline constexpr std::string_view replay_prefix = "replay it: ";

/// One lab of a document. A step has its facts and the sentences that they are printed as.
nlohmann::json to_json(const LabGrade& lab);

/// @p report as a document: its labs, or for a class its submissions with theirs.
nlohmann::json to_json(const GradeReport& report);

/// The text of to_json(), indented and in ASCII, so that printing it is safe. What is no UTF-8, which a
/// kernel's name may be, has its bad bytes replaced.
std::string render_json(const GradeReport& report);

} // namespace grader
