#include "grading/report/grade/json.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_text.h"
#include "grading/grade/grade_json.h"
#include "grading/isolation/isolation_fields.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

using nlohmann::json;

/// Returns the printed details of @p step, after its message, one per line.
std::vector<std::string> details_of(const Step& step) {
    std::vector<std::string> details;
    for (const std::vector<Message>* part : {&step.details, &step.observed})
        for (const Message& message : *part) {
            const std::string text = sentence(message);
            if (text.empty()) details.emplace_back();
            for (const std::string_view line : split_lines(text)) details.emplace_back(line);
        }
    if (!step.replay.empty()) details.push_back(std::string(replay_prefix) + step.replay);
    return details;
}

} // namespace

json to_json(const LabGrade& lab) {
    json document = facts_to_json(lab);
    for (std::size_t i = 0; i < lab.steps.size(); ++i) {
        document["steps"][i]["message"] = sentence(lab.steps[i].message);
        document["steps"][i]["details"] = details_of(lab.steps[i]);
    }
    return document;
}

nlohmann::json to_json(const GradeReport& report) {
    json every_lab = json::array();
    json submissions = json::array();
    for (const Submission& submission : report.submissions) {
        json labs = json::array();
        for (const LabGrade& lab : submission.labs) labs.push_back(to_json(lab));
        every_lab.insert(every_lab.end(), labs.begin(), labs.end());
        submissions.push_back({{"id", submission.id}, {"labs", std::move(labs)}});
    }
    json document = {{"format", report_format},
                     {"backend", report.backend},
                     {"device", report.device},
                     {"isolation", report.isolation}};
    if (!report.is_class) {
        document["labs"] = std::move(every_lab);
        return document;
    }
    document["complete"] = report.complete;
    document["skipped"] = report.skipped;
    document["submissions"] = std::move(submissions);
    return document;
}

std::string render_json(const GradeReport& report) {
    return json_text(to_json(report), 2, Characters::ascii) + '\n';
}

} // namespace grader
