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
#include "course/threshold_json.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json to_json(const ThresholdsInUse& in_use) {
    return {{"source", to_string(in_use.source)},
            {"gpu", in_use.gpu},
            {"thresholds", grader::to_json(in_use.threshold)},
            {"grades", in_use.grades}};
}

ThresholdsInUse in_use_from(const json& in_use) {
    return {threshold_source_from(in_use.at("source")).value_or(ThresholdSource::unknown), in_use.at("gpu"),
            threshold_from_json(in_use.at("thresholds")), in_use.at("grades")};
}

json means_to_json(const Means& means) {
    json thresholds_of = json::object();
    for (const auto& [lab, in_use] : means.thresholds_of) thresholds_of[lab] = to_json(in_use);
    return {{"backend", means.backend},
            {"device_name", means.device_name},
            {"devices", means.devices},
            {"thresholds", means.thresholds},
            {"thresholds_of", std::move(thresholds_of)},
            {"capability", means.capability},
            {"isolation", means.isolation},
            {"apart",
             {{"level", to_string(means.apart.level)},
              {"own_user", means.apart.own_user},
              {"missing", means.apart.missing}}},
            {"sieve", means.sieve},
            {"modelled", means.modelled},
            {"course", path_to_json(means.course)},
            {"modules", path_to_json(means.modules)},
            {"programs", path_to_json(means.programs)},
            {"typed_program", means.typed_program},
            {"typed_backend", means.typed_backend},
            {"typed_options", means.typed_options},
            {"seed", means.seed ? json(*means.seed) : json(nullptr)}};
}

Means means_from(const json& means) {
    Means read;
    read.backend = means.at("backend");
    read.device_name = means.at("device_name");
    read.devices = means.at("devices").get<std::set<std::string>>();
    read.thresholds = means.at("thresholds");
    const json thresholds_of = means.value("thresholds_of", json::object());
    for (const auto& [lab, in_use] : thresholds_of.items()) read.thresholds_of[lab] = in_use_from(in_use);
    read.modelled = means.value("modelled", false); // plans from before have none
    read.capability = means.at("capability");
    read.isolation = means.at("isolation");
    const json& apart = means.at("apart");
    for (const IsolationLevel level :
         {IsolationLevel::process, IsolationLevel::sandbox, IsolationLevel::keeper})
        if (apart.at("level") == to_string(level)) read.apart.level = level;
    read.apart.own_user = apart.at("own_user");
    read.apart.missing = apart.at("missing").get<std::vector<std::string>>();
    read.sieve = means.at("sieve");
    read.course = path_from_json(means.at("course"));
    read.modules = path_from_json(means.at("modules"));
    read.programs = path_from_json(means.at("programs"));
    read.typed_program = means.at("typed_program");
    read.typed_backend = means.at("typed_backend");
    read.typed_options = means.at("typed_options");
    if (const json& seed = means.at("seed"); !seed.is_null()) read.seed = seed.get<std::uint64_t>();
    return read;
}

std::string text_of(const Plan& plan) {
    json students = json::array();
    for (const PlannedStudent& student : plan.students)
        students.push_back({{"id", student.id}, {"refused", student.refused}, {"instead", student.instead}});
    json jobs = json::array();
    for (const Job& job : plan.jobs)
        jobs.push_back({{"student", job.student},
                        {"lab", job.lab},
                        {"file", path_to_json(job.file)},
                        {"place", path_to_json(job.place)},
                        {"hand_in", job.hand_in},
                        {"number", job.number},
                        {"handed_in", job.handed_in},
                        {"key", job.key},
                        {"seed", job.seed}});
    return json_text({{"format", 1},
                      {"run", plan.run},
                      {"made", plan.made},
                      {"by", plan.by},
                      {"reason", plan.reason},
                      {"means", means_to_json(plan.means)},
                      {"labs", plan.labs},
                      {"count_from", plan.count_from},
                      {"students", std::move(students)},
                      {"jobs", std::move(jobs)},
                      {"left_out", plan.left_out}},
                     1) +
           '\n';
}

Plan plan_from(const json& document) {
    Plan plan;
    plan.run = document.at("run");
    plan.made = document.at("made");
    plan.by = document.at("by");
    plan.reason = document.at("reason");
    plan.means = means_from(document.at("means"));
    plan.labs = document.at("labs").get<std::vector<std::string>>();
    plan.count_from = document.at("count_from").get<std::map<std::string, int>>();
    plan.left_out = document.at("left_out").get<std::vector<std::string>>();
    for (const json& student : document.at("students"))
        plan.students.push_back({student.at("id"), student.at("refused"), student.at("instead")});
    for (const json& job : document.at("jobs"))
        plan.jobs.push_back({job.at("student"), job.at("lab"), path_from_json(job.at("file")),
                             path_from_json(job.at("place")), job.at("hand_in"), job.at("number"),
                             job.at("handed_in"), job.at("key"), job.at("seed")});
    return plan;
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
        return plan_from(parse_json(read_file(file, most, Links::refused).value_or("")));
    } catch (const json::exception& problem) {
        throw EnvironmentError(fmt::format("{} cannot be read: {}", file.string(), problem.what()));
    }
}

} // namespace grader
