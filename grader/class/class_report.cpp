#include "class/class_report.h"

#include <map>
#include <utility>

#include <fmt/core.h>

namespace grader {
namespace {

LabGrade ungraded(const Lab& lab) {
    LabGrade grade;
    grade.id = lab.id;
    grade.title = lab.manifest.title;
    return grade;
}

/// The grade of a lab for which there is no file: @p why.
LabGrade without_file(const Means& means, const Lab& lab, const std::string& why) {
    LabGrade grade = ungraded(lab);
    grade.verdict = Verdict::fail;
    // Of as many points as anybody can have here.
    for (const std::string& step : step_names)
        if (step != "fast" || means.timed()) grade.max_score += lab.manifest.worth(step);
    grade.steps.push_back({"builds", Status::fail, why, {}, 0, 0});
    return grade;
}

LabGrade not_submitted(const Means& means, const Lab& lab, const PlannedStudent& student) {
    const auto instead = student.instead.find(lab.id);
    LabGrade grade =
        without_file(means, lab,
                     instead == student.instead.end()
                         ? "not submitted"
                         : fmt::format("not submitted: there is no student.cu, but {}", instead->second));
    grade.submitted = false;
    return grade;
}

/// What stands in a report where the machine, or a file that plays the machine, got in the way.
LabGrade could_not_grade(const Lab& lab, const std::string& why) {
    LabGrade grade = ungraded(lab);
    grade.steps.push_back({"runs", Status::not_measured, why, {}, 0, 0});
    settle(grade);
    return grade;
}

/// The jobs of a plan by student and lab.
using JobPlaces = std::map<std::pair<std::string, std::string>, std::size_t>;

} // namespace

GradeReport class_report(const Standing& standing, const Course& course) {
    const Plan& plan = standing.plan();
    JobPlaces places;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) places[{plan.jobs[i].student, plan.jobs[i].lab}] = i;
    GradeReport report;
    report.many = true;
    report.backend = plan.means.backend;
    report.device = plan.means.device_name;
    report.isolation = plan.means.apart;
    report.left_out = plan.left_out;
    for (const PlannedStudent& student : plan.students) {
        Submission submission{student.id, {}};
        bool whole = true;
        for (const std::string& id : plan.labs) {
            const Lab& lab = course.lab(id);
            const auto place = places.find({student.id, id});
            if (const auto refused = student.refused.find(id); refused != student.refused.end()) {
                submission.labs.push_back(without_file(plan.means, lab, refused->second));
            } else if (place == places.end()) {
                submission.labs.push_back(not_submitted(plan.means, lab, student));
            } else {
                const JobStanding& job = standing.jobs()[place->second];
                if (job.at == At::given_up) submission.labs.push_back(could_not_grade(lab, job.why));
                if (job.grade() != nullptr) submission.labs.push_back(JournalReader::grade_of(*job.grade()));
                whole = whole && (job.at == At::graded || job.at == At::given_up);
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
