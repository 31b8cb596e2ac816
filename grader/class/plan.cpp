#include "class/plan.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "class/here.h"
#include "class/keys.h"
#include "errors.h"
#include "files.h"
#include "json_text.h"
#include "secrets.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A path need not be UTF-8, and comes back as it was.
json bytes_of(const fs::path& path) {
    json numbers = json::array();
    const std::string text = path.string();
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0x80) {
            for (const char d : text) numbers.push_back(static_cast<unsigned char>(d));
            return numbers;
        }
    return text;
}

fs::path path_from(const json& bytes) {
    if (bytes.is_string()) return bytes.get<std::string>();
    std::string text;
    for (const json& byte : bytes) text += static_cast<char>(byte.get<unsigned char>());
    return text;
}

json means_to_json(const Means& means) {
    return {{"backend", means.backend},
            {"device_name", means.device_name},
            {"devices", means.devices},
            {"thresholds", means.thresholds},
            {"capability", means.capability},
            {"isolation", means.isolation},
            {"apart",
             {{"level", to_string(means.apart.level)},
              {"own_user", means.apart.own_user},
              {"missing", means.apart.missing}}},
            {"sieve", means.sieve},
            {"course", bytes_of(means.course)},
            {"modules", bytes_of(means.modules)},
            {"programs", bytes_of(means.programs)},
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
    read.capability = means.at("capability");
    read.isolation = means.at("isolation");
    const json& apart = means.at("apart");
    for (const IsolationLevel level :
         {IsolationLevel::process, IsolationLevel::sandbox, IsolationLevel::keeper})
        if (apart.at("level") == to_string(level)) read.apart.level = level;
    read.apart.own_user = apart.at("own_user");
    read.apart.missing = apart.at("missing").get<std::vector<std::string>>();
    read.sieve = means.at("sieve");
    read.course = path_from(means.at("course"));
    read.modules = path_from(means.at("modules"));
    read.programs = path_from(means.at("programs"));
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
                        {"file", bytes_of(job.file)},
                        {"place", bytes_of(job.place)},
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
        plan.jobs.push_back({job.at("student"), job.at("lab"), path_from(job.at("file")),
                             path_from(job.at("place")), job.at("hand_in"), job.at("number"),
                             job.at("handed_in"), job.at("key"), job.at("seed")});
    return plan;
}

} // namespace

int Plan::counts_from(const std::string& lab) const {
    const auto known = count_from.find(lab);
    return known == count_from.end() ? 0 : known->second;
}

Plan make_plan(const ClassFolder& folder, const Submissions& submissions, const Wish& wish) {
    Plan plan;
    const int last = folder.last_run();
    plan.run = last + 1;
    plan.made = seconds_of_1970();
    plan.by = user_name();
    plan.reason = wish.reason;
    plan.means = wish.means;
    plan.left_out = submissions.left_out;
    // What was to be made anew, and was stopped half way, goes on.
    if (last > 0) plan.count_from = read_plan(folder, last).count_from;
    SubmissionKeys keys(folder.secret(), wish.tools);
    for (const Lab* lab : wish.labs) {
        plan.labs.push_back(lab->id);
        if (wish.fresh) plan.count_from[lab->id] = plan.run;
    }
    for (const SubmittedFiles& student : submissions.students) {
        plan.students.push_back({student.id, student.refused, student.instead});
        for (const Lab* lab : wish.labs) {
            const auto file = student.files.find(lab->id);
            if (file == student.files.end() || student.refused.contains(lab->id)) continue;
            const std::string key = keys.of(student.id, *lab, file->second);
            // As short as secret_seed() makes them.
            const std::uint64_t seed = derive(folder.secret(), "seed of " + key,
                                              static_cast<std::uint64_t>(plan.counts_from(lab->id))) >>
                                       16;
            const fs::path absolute = fs::absolute(file->second);
            plan.jobs.push_back({student.id, lab->id, absolute, absolute, "", 1, plan.made, key,
                                 wish.means.seed.value_or(seed)});
        }
    }
    write_atomically(folder.run(plan.run), text_of(plan));
    return plan;
}

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
