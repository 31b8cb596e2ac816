#include "classroom/gradebook/read_report.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json_text.h"
#include "grading/grade/grade_json.h"
#include "grading/isolation/isolation_fields.h"
#include "grading/report/grade/json.h"

namespace grader {
namespace {

using nlohmann::json;

Submission submission_from(const std::string& id, const json& labs) {
    Submission submission{id, {}};
    for (const json& lab : labs) {
        submission.labs.push_back(grade_from_json(lab));
    }
    return submission;
}

GradeReport report_from(const json& document) {
    if (const json& format = document.at("format"); format != report_format)
        throw json::other_error::create(501, "unsupported format version", &document);
    GradeReport report;
    report.backend = document.at("backend");
    report.device = document.at("device");
    document.at("isolation").get_to(report.isolation);
    report.is_class = document.contains("submissions");
    if (!report.is_class) {
        report.submissions.push_back(submission_from("", document.at("labs")));
        return report;
    }
    report.complete = document.at("complete");
    report.skipped = document.at("skipped").get<std::vector<std::string>>();
    for (const json& submission : document.at("submissions"))
        report.submissions.push_back(submission_from(submission.at("id"), submission.at("labs")));
    return report;
}

} // namespace

Book book_from_report(const std::string& text, const std::string& name) {
    try {
        return book_of(report_from(parse_json(text)));
    } catch (const json::exception& error) {
        throw UsageError(
            fmt::format("{} is not a report of grader --report json:FILE: {}", name, error.what()));
    }
}

} // namespace grader
