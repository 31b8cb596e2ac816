#pragma once

/// @file
/// The report for programs; docs/report.schema.json describes it.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "grading/grade/grade.h"

namespace grader {

/// The format version of written documents. Format 1 can be read as well.
inline constexpr int report_format = 3;

/// Prefix of the last detail of a step: the command that repeats the failure.
inline constexpr std::string_view replay_prefix = "replay it: ";

/// Returns one lab of a document. A step has its facts and their sentences.
nlohmann::json to_json(const LabGrade& lab);

/// Returns @p report as a document: its labs, or for a class its submissions with their labs.
nlohmann::json to_json(const GradeReport& report);

/// Returns the text of to_json(), indented and in ASCII, so that printing it is safe. Invalid UTF-8, which a
/// kernel's name may contain, is replaced.
std::string render_json(const GradeReport& report);

} // namespace grader
