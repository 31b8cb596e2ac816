#include "classroom/run/class_report.h"

#include <fmt/core.h>

#include "classroom/run/counting.h"
#include "grading/messages/builds.h"

namespace grader {
namespace {

LabGrade ungraded(const Lab& lab) {
    LabGrade grade;
    grade.id = lab.id;
    grade.title = lab.manifest.title;
    return grade;
}

/// Returns the grade of a lab without a file, with the reason @p why.
LabGrade without_file(const Lab& lab, const Message& why) {
    LabGrade grade = ungraded(lab);
    grade.verdict = Verdict::fail;
    grade.max_score = lab.manifest.total_points();
    grade.steps.push_back({"builds", Status::fail, why, {}, 0, 0});
    return grade;
}

LabGrade not_submitted(const Lab& lab, const PlannedStudent& student) {
    const auto likely_files = student.likely_files.find(lab.id);
    Message why(messages::not_submitted);
    if (likely_files != student.likely_files.end()) why.add({"instead", likely_files->second});
    LabGrade grade = without_file(lab, why);
    grade.submitted = false;
    return grade;
}

/// Returns the grade of a lab that an infrastructure error, real or forged, prevented.
LabGrade could_not_grade(const Lab& lab, const std::string& why) {
    LabGrade grade = ungraded(lab);
    grade.steps.push_back({"runs", Status::not_measured, verbatim(why), {}, 0, 0});
    finalize_grade(grade);
    grade.max_score = lab.manifest.total_points();
    return grade;
}

} // namespace

GradeReport class_report(const RunStatus& run_status, const Course& course, const ClassRules& rules) {
    const RunPlan& plan = run_status.plan();
    const auto counting = counted_jobs(run_status, rules);
    GradeReport report;
    report.is_class = true;
    report.backend = plan.config.backend;
    report.device = plan.config.device_name;
    report.isolation = plan.config.isolation_in_use;
    report.skipped = plan.skipped;
    for (const PlannedStudent& student : plan.students) {
        Submission submission{student.id, {}};
        bool whole = true;
        for (const std::string& id : plan.labs) {
            const Lab& lab = course.lab(id);
            // An earlier submission counts, even if the student replaced it by something that is rejected.
            if (const auto found = counting.find({student.id, id}); found != counting.end()) {
                const CountedJob& job = found->second;
                whole = whole && job.settled;
                if (!job.settled) continue;
                submission.labs.push_back(job.grade ? *job.grade
                                                    : could_not_grade(lab, run_status.jobs()[job.job].why));
                submission.labs.back().adjusted_score = job.counts;
            } else if (const auto refused = student.refused.find(id); refused != student.refused.end()) {
                submission.labs.push_back(without_file(lab, verbatim(refused->second)));
            } else {
                submission.labs.push_back(not_submitted(lab, student));
            }
        }
        if (whole)
            report.submissions.push_back(std::move(submission));
        else
            report.complete = false;
    }
    return report;
}

} // namespace grader
