#include "classroom/run/rules.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "course/strict_table.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

void read_slurm(StrictTable table, SlurmRules& rules) {
    rules.check = table.texts("check");
    rules.time = table.texts("time");
    if (table.has("jobs_per_task"))
        rules.max_jobs_per_task = static_cast<std::size_t>(table.integer("jobs_per_task", Sign::positive));
    if (table.has("at_once"))
        rules.max_running_tasks = static_cast<std::size_t>(table.integer("at_once", Sign::positive));
    if (rules.max_jobs_per_task == 0) rules.max_jobs_per_task = 1;
    table.report_unknown_keys();
}

bool is_lab_number(const std::string& name) {
    return name.size() == 2 &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Returns `01` of `01_occupancy`.
std::string number_of_lab(const std::string& id) { return id.substr(0, 2); }

void read_due(StrictTable table, std::map<std::string, double>& due) {
    std::map<std::string, std::string> numbers;
    for (const std::string& lab : table.keys()) {
        const std::optional<double> moment = table.optional_unix_time(lab);
        if (!is_lab_number(lab) && !is_lab_name(lab))
            table.report_error(lab,
                               "expected a lab: its number, such as 01, or its id, such as 01_occupancy");
        else if (const auto [earlier, fresh] = numbers.emplace(number_of_lab(lab), lab); !fresh)
            table.report_error(lab, fmt::format("duplicate: the same lab as {}", earlier->second));
        if (moment) due[lab] = *moment;
    }
}

double per_cent(StrictTable& table, const char* key, double default_value) {
    const double value = table.optional_number(key, Sign::not_negative).value_or(default_value);
    if (value > 100) table.report_error(key, "must be at most 100: it is a percentage of the score");
    return value;
}

void read_late(StrictTable table, LateRules& rules) {
    rules.grace_s = 60 * table.optional_number("grace_minutes", Sign::not_negative).value_or(0);
    rules.penalty_percent_per_day = per_cent(table, "penalty_percent_per_day", rules.penalty_percent_per_day);
    rules.max_penalty_percent = per_cent(table, "max_penalty_percent", rules.max_penalty_percent);
    rules.cutoff_days = table.optional_number("cutoff_days", Sign::not_negative);
    table.report_unknown_keys();
}

void read_extra_days(StrictTable table, std::map<std::string, double>& days) {
    for (const std::string& student : table.keys()) {
        if (table.has_table(student))
            table.report_error(student,
                               "expected a number of days; a name with a dot must be quoted: \"a.b\" = 2");
        else
            days[student] = table.number(student, Sign::not_negative);
    }
}

void read_attempts(StrictTable table, AttemptRules& rules) {
    if (table.has("counts")) {
        const std::string counts = table.text("counts");
        if (counts == "best")
            rules.counts = AttemptPolicy::best;
        else if (!counts.empty() && counts != "last")
            table.report_error("counts", "expected \"last\" or \"best\"");
    }
    if (table.has("attempts_per_day"))
        rules.max_per_day = static_cast<std::size_t>(table.integer("attempts_per_day", Sign::positive));
    rules.gpu_seconds_per_day = table.optional_number("gpu_seconds_per_day", Sign::positive);
    table.report_unknown_keys();
}

} // namespace

double ClassRules::extra_days_of(const std::string& student) const {
    const auto found = extra_days.find(student);
    return found == extra_days.end() ? 0 : found->second;
}

std::optional<double> ClassRules::deadline_of(const std::string& student, const std::string& lab) const {
    auto found = due.find(lab);
    if (found == due.end()) found = due.find(number_of_lab(lab));
    if (found == due.end()) return std::nullopt;
    return found->second + extra_days_of(student) * seconds_per_day;
}

std::vector<std::string> ClassRules::labs_missing_in(const Course& course) const {
    std::vector<std::string> missing;
    for (const auto& [name, moment] : due)
        if (std::none_of(course.labs().begin(), course.labs().end(), [&, &name = name](const Lab& lab) {
                return lab.id == name || number_of_lab(lab.id) == name;
            }))
            missing.push_back(name);
    return missing;
}

ClassRules read_class_rules(const fs::path& directory) {
    ClassRules rules;
    const fs::path file = directory / "class.toml";
    if (!fs::exists(file)) return rules;
    TomlErrors complaints(file.string());
    read_strictly(file, complaints, [&](StrictTable& top) {
        if (const std::string roster = top.text_or_empty("roster"); !roster.empty())
            rules.roster = directory / roster;
        if (auto table = top.optional_table("slurm")) read_slurm(std::move(*table), rules.slurm);
        if (auto table = top.optional_table("due")) read_due(std::move(*table), rules.due);
        if (auto table = top.optional_table("late")) read_late(std::move(*table), rules.late);
        if (auto table = top.optional_table("extra_days"))
            read_extra_days(std::move(*table), rules.extra_days);
        if (auto table = top.optional_table("attempts")) read_attempts(std::move(*table), rules.attempts);
        if (auto table = top.optional_table("git")) rules.git = read_git_rules(std::move(*table));
        top.report_unknown_keys();
    });
    if (!complaints.empty()) throw UsageError(complaints.text());
    return rules;
}

ClassRules read_class_rules(const fs::path& directory, const Course& course) {
    ClassRules rules = read_class_rules(directory);
    if (const auto missing = rules.labs_missing_in(course); !missing.empty())
        throw UsageError(fmt::format("{}: unknown lab in [due]: {}.", (directory / "class.toml").string(),
                                     fmt::join(missing, ", ")));
    return rules;
}

} // namespace grader
