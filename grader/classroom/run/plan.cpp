#include "classroom/run/plan.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/secrets.h"
#include "classroom/run/here.h"
#include "classroom/submissions/path_in_json.h"
#include "course/threshold_fields.h"
#include "grading/isolation/isolation_fields.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::Job> {
    using Job = grader::Job;
    static constexpr auto list =
        std::tuple(field("student", &Job::student), field("lab", &Job::lab),
                   field<grader::PathForm>("file", &Job::file), field<grader::PathForm>("place", &Job::place),
                   field("hand_in", &Job::hand_in), field("number", &Job::number),
                   field("handed_in", &Job::handed_in), field("key", &Job::key), field("seed", &Job::seed));
};

template <> struct kernelsmith::Fields<grader::PlannedStudent> {
    using Student = grader::PlannedStudent;
    static constexpr auto list = std::tuple(field("id", &Student::id), field("refused", &Student::refused),
                                            field("instead", &Student::instead));
};

template <> struct kernelsmith::Fields<grader::Means> {
    using Means = grader::Means;
    static constexpr auto list =
        std::tuple(field("backend", &Means::backend), field("device_name", &Means::device_name),
                   field("devices", &Means::devices), field("thresholds", &Means::thresholds),
                   field("thresholds_of", &Means::thresholds_of), field("modelled", &Means::modelled),
                   field("capability", &Means::capability), field("isolation", &Means::isolation),
                   field("apart", &Means::apart), field("sieve", &Means::sieve),
                   field<grader::PathForm>("course", &Means::course),
                   field<grader::PathForm>("modules", &Means::modules),
                   field<grader::PathForm>("programs", &Means::programs),
                   field("typed_program", &Means::typed_program),
                   field("typed_backend", &Means::typed_backend),
                   field("typed_options", &Means::typed_options), field("seed", &Means::seed));
};

template <> struct kernelsmith::Fields<grader::Plan> {
    using Plan = grader::Plan;
    static constexpr auto list =
        std::tuple(field("run", &Plan::run), field("made", &Plan::made), field("by", &Plan::by),
                   field("reason", &Plan::reason), field("means", &Plan::means), field("labs", &Plan::labs),
                   field("count_from", &Plan::count_from), field("students", &Plan::students),
                   field("jobs", &Plan::jobs), field("left_out", &Plan::left_out));
};

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string text_of(const Plan& plan) {
    json document = plan;
    document["format"] = 1;
    return json_text(document, 1) + '\n';
}

} // namespace

int Plan::counts_from(const std::string& lab) const {
    const auto known = count_from.find(lab);
    return known == count_from.end() ? 0 : known->second;
}

Planner::Planner(const ClassFolder& folder, const HandIns& hand_ins, const Wish& wish)
    : folder_(folder), hand_ins_(hand_ins), labs_(wish.labs), keys_(folder.secret(), wish.tools) {
    const int last = folder.last_run();
    plan_.run = last + 1;
    plan_.made = seconds_of_1970();
    plan_.by = user_name();
    plan_.reason = wish.reason;
    plan_.means = wish.means;
    // What was to be made anew, and was stopped half way, goes on.
    if (last > 0) plan_.count_from = read_plan(folder, last).count_from;
    for (const Lab* lab : wish.labs) {
        plan_.labs.push_back(lab->id);
        if (wish.fresh) plan_.count_from[lab->id] = plan_.run;
    }
}

void Planner::set_class(const Submissions& submissions) {
    std::map<std::string, PlannedStudent> students;
    for (const PlannedStudent& student : plan_.students) students[student.id] = {student.id, {}, {}};
    for (const SubmittedFiles& student : submissions.students)
        students[student.id] = {student.id, student.refused, student.instead};
    plan_.students.clear();
    for (auto& [id, student] : students) plan_.students.push_back(std::move(student));
    plan_.left_out = submissions.left_out;
}

bool Planner::add(const HandIn& hand_in) {
    const auto lab =
        std::find_if(labs_.begin(), labs_.end(), [&](const Lab* one) { return one->id == hand_in.lab; });
    if (lab == labs_.end()) return false;
    const bool is_known = std::any_of(plan_.students.begin(), plan_.students.end(),
                                      [&](const PlannedStudent& one) { return one.id == hand_in.student; });
    if (!is_known) plan_.students.push_back({hand_in.student, {}, {}});
    Job job;
    job.student = hand_in.student;
    job.lab = hand_in.lab;
    job.file = hand_ins_.file_of(hand_in);
    job.place = hand_in.place.empty() ? job.file : hand_in.place;
    job.hand_in = hand_in.id;
    job.number = hand_in.number;
    job.handed_in = hand_in.at;
    job.key = keys_.of(hand_in.id, **lab);
    // As short as secret_seed() makes them.
    const std::uint64_t seed = derive(folder_.secret(), "seed of " + job.key,
                                      static_cast<std::uint64_t>(plan_.counts_from(hand_in.lab))) >>
                               16;
    job.seed = plan_.means.seed.value_or(seed);
    plan_.jobs.push_back(std::move(job));
    return true;
}

void Planner::write() const { write_atomically(folder_.run(plan_.run), text_of(plan_)); }

Plan read_plan(const ClassFolder& folder, int number) {
    const fs::path file = folder.run(number);
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    try {
        return parse_json(read_file(file, most, SymlinkPolicy::refused).value_or("")).get<Plan>();
    } catch (const json::exception& problem) {
        throw EnvironmentError(fmt::format("{} cannot be read: {}", file.string(), problem.what()));
    }
}

} // namespace grader
