#include "grading/grade/grade_json.h"

#include "grading/grade/grade_fields.h"

namespace grader {

using nlohmann::json;

json facts_to_json(const LabGrade& grade) { return grade; }

json record_of(const LabGrade& grade) {
    json record = grade;
    record["evidence"] = grade.evidence;
    return record;
}

LabGrade grade_from_json(const json& document) {
    LabGrade grade = document.get<LabGrade>();
    if (const auto evidence = document.find("evidence"); evidence != document.end())
        evidence->get_to(grade.evidence);
    return grade;
}

} // namespace grader
