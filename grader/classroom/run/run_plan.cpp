#include "classroom/run/run_plan.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/secrets.h"
#include "classroom/run/host_info.h"
#include "classroom/submissions/path_in_json.h"
#include "course/threshold_fields.h"
#include "grading/isolation/isolation_fields.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::Job> {
    using Job = grader::Job;
    static constexpr auto list =
        std::tuple(field("student", &Job::student), field("lab", &Job::lab),
                   field<grader::PathForm>("file", &Job::file),
                   field<grader::PathForm>("path", &Job::submitted_path),
                   field("submission", &Job::submission), field("number", &Job::number),
                   field("handed_in", &Job::handed_in), field("key", &Job::key), field("seed", &Job::seed));
};

template <> struct kernelsmith::Fields<grader::PlannedStudent> {
    using Student = grader::PlannedStudent;
    static constexpr auto list = std::tuple(field("id", &Student::id), field("refused", &Student::refused),
                                            field("instead", &Student::likely_files));
};

template <> struct kernelsmith::Fields<grader::GradingConfig> {
    using GradingConfig = grader::GradingConfig;
    static constexpr auto list = std::tuple(
        field("backend", &GradingConfig::backend), field("device_name", &GradingConfig::device_name),
        field("devices", &GradingConfig::devices), field("thresholds", &GradingConfig::thresholds),
        field("thresholds_of", &GradingConfig::thresholds_of), field("modelled", &GradingConfig::modelled),
        field("capability", &GradingConfig::capability), field("isolation", &GradingConfig::isolation),
        field("isolation_in_use", &GradingConfig::isolation_in_use),
        field("prescreen", &GradingConfig::prescreen),
        field<grader::PathForm>("course", &GradingConfig::course),
        field<grader::PathForm>("modules", &GradingConfig::modules),
        field<grader::PathForm>("programs", &GradingConfig::programs),
        field("typed_program", &GradingConfig::program_text),
        field("typed_backend", &GradingConfig::backend_text),
        field("typed_options", &GradingConfig::options_text), field("seed", &GradingConfig::seed));
};

template <> struct kernelsmith::Fields<grader::RunPlan> {
    using RunPlan = grader::RunPlan;
    static constexpr auto list =
        std::tuple(field("run", &RunPlan::run), field("made", &RunPlan::made), field("by", &RunPlan::by),
                   field("reason", &RunPlan::reason), field("config", &RunPlan::config),
                   field("labs", &RunPlan::labs), field("count_from", &RunPlan::count_from),
                   field("students", &RunPlan::students), field("jobs", &RunPlan::jobs),
                   field("skipped", &RunPlan::skipped));
};

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string text_of(const RunPlan& plan) {
    json document = plan;
    document["format"] = 1;
    return json_text(document, 1) + '\n';
}

} // namespace

int RunPlan::counts_from(const std::string& lab) const {
    const auto known = count_from.find(lab);
    return known == count_from.end() ? 0 : known->second;
}

Planner::Planner(const ClassFolder& folder, const SubmissionStore& submission_store,
                 const RunRequest& request)
    : folder_(folder), submission_store_(submission_store), labs_(request.labs),
      keys_(folder.secret(), request.tools) {
    const int last = folder.last_run();
    plan_.run = last + 1;
    plan_.made = unix_time();
    plan_.by = user_name();
    plan_.reason = request.reason;
    plan_.config = request.config;
    // Inherit the first counted run, so that an interrupted `--fresh` continues.
    if (last > 0) plan_.count_from = read_plan(folder, last).count_from;
    for (const Lab* lab : request.labs) {
        plan_.labs.push_back(lab->id);
        if (request.fresh) plan_.count_from[lab->id] = plan_.run;
    }
}

void Planner::set_class(const Submissions& submissions) {
    std::map<std::string, PlannedStudent> students;
    for (const PlannedStudent& student : plan_.students) students[student.id] = {student.id, {}, {}};
    for (const SubmittedFiles& student : submissions.students)
        students[student.id] = {student.id, student.refused, student.likely_files};
    plan_.students.clear();
    for (auto& [id, student] : students) plan_.students.push_back(std::move(student));
    plan_.skipped = submissions.skipped;
}

bool Planner::add(const LabSubmission& submission) {
    const auto lab =
        std::find_if(labs_.begin(), labs_.end(), [&](const Lab* one) { return one->id == submission.lab; });
    if (lab == labs_.end()) return false;
    const bool is_known =
        std::any_of(plan_.students.begin(), plan_.students.end(),
                    [&](const PlannedStudent& one) { return one.id == submission.student; });
    if (!is_known) plan_.students.push_back({submission.student, {}, {}});
    Job job;
    job.student = submission.student;
    job.lab = submission.lab;
    job.file = submission_store_.source_file_of(submission);
    job.submitted_path = submission.submitted_path.empty() ? job.file : submission.submitted_path;
    job.submission = submission.id;
    job.number = submission.number;
    job.handed_in = submission.at;
    job.key = keys_.of(submission.id, **lab);
    // Seeds are as short as those of secret_seed().
    const std::uint64_t seed = derive(folder_.secret(), "seed of " + job.key,
                                      static_cast<std::uint64_t>(plan_.counts_from(submission.lab))) >>
                               16;
    job.seed = plan_.config.seed.value_or(seed);
    plan_.jobs.push_back(std::move(job));
    return true;
}

void Planner::write() const { write_atomically(folder_.run(plan_.run), text_of(plan_)); }

RunPlan read_plan(const ClassFolder& folder, int number) {
    const fs::path file = folder.run(number);
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    try {
        return parse_json(read_file(file, most, SymlinkPolicy::refused).value_or("")).get<RunPlan>();
    } catch (const json::exception& problem) {
        throw EnvironmentError(fmt::format("{} cannot be read: {}", file.string(), problem.what()));
    }
}

} // namespace grader
