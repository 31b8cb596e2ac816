#include "class/rules.h"

#include <ctime>

#include "course/course.h"
#include "course/strict_table.h"
#include "errors.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// "2026-12-01 23:59" by this machine's clock on the wall; nothing where @p text is no such time.
std::optional<double> moment_from(const std::string& text) {
    std::tm parts{};
    const char* end = ::strptime(text.c_str(), "%Y-%m-%d %H:%M", &parts);
    if (end == nullptr || *end != '\0') return std::nullopt;
    parts.tm_isdst = -1;
    const std::tm wanted = parts;
    const std::time_t moment = std::mktime(&parts);
    // The 31st of a month with 30 days becomes another day.
    if (moment == -1 || parts.tm_mday != wanted.tm_mday) return std::nullopt;
    return static_cast<double>(moment);
}

void read_slurm(StrictTable table, SlurmRules& rules) {
    rules.check = table.texts("check");
    rules.time = table.texts("time");
    if (table.has("jobs_a_task"))
        rules.jobs_a_task = static_cast<std::size_t>(table.integer("jobs_a_task", Sign::positive));
    if (table.has("at_once"))
        rules.at_once = static_cast<std::size_t>(table.integer("at_once", Sign::positive));
    if (rules.jobs_a_task == 0) rules.jobs_a_task = 1;
    table.complain_about_others();
}

void read_due(StrictTable table, std::map<std::string, double>& due) {
    for (const std::string& lab : table.keys()) {
        const std::string text = table.text(lab);
        if (!is_lab_name(lab)) table.complain(lab, "is no lab: one is called like 01_occupancy");
        const std::optional<double> moment = moment_from(text);
        if (!moment) table.complain(lab, "should be a time like \"2026-12-01 23:59\"");
        due[lab] = moment.value_or(0);
    }
}

void read_late(StrictTable table, LateRules& rules) {
    rules.grace_minutes = table.optional_number("grace_minutes", Sign::not_negative).value_or(0);
    rules.per_day = table.optional_number("per_day", Sign::not_negative).value_or(0);
    rules.cap = table.optional_number("cap", Sign::not_negative).value_or(100);
    for (const char* key : {"per_day", "cap"})
        if (table.has(key) && (key == std::string("cap") ? rules.cap : rules.per_day) > 100)
            table.complain(key, "is in per cent, and more than 100");
    table.complain_about_others();
}

void read_attempts(StrictTable table, AttemptRules& rules) {
    const std::string count = table.text_or_empty("count");
    if (!count.empty() && count != "best" && count != "last")
        table.complain("count", "should be best or last");
    rules.best = count != "last";
    if (table.has("a_day")) rules.a_day = static_cast<std::size_t>(table.integer("a_day", Sign::positive));
    rules.gpu_seconds = table.optional_number("gpu_seconds", Sign::positive);
    table.complain_about_others();
}

} // namespace

ClassRules read_class_rules(const fs::path& directory) {
    ClassRules rules;
    const fs::path file = directory / "class.toml";
    if (!fs::exists(file)) return rules;
    Complaints complaints(file.string());
    read_strictly(file, complaints, [&](StrictTable& top) {
        rules.repositories = top.text_or_empty("repositories");
        if (auto table = top.optional_table("slurm")) read_slurm(std::move(*table), rules.slurm);
        if (auto table = top.optional_table("due")) read_due(std::move(*table), rules.due);
        if (auto table = top.optional_table("late")) read_late(std::move(*table), rules.late);
        if (auto table = top.optional_table("attempts")) read_attempts(std::move(*table), rules.attempts);
        top.complain_about_others();
    });
    if (!complaints.empty()) throw UsageError(complaints.text());
    return rules;
}

} // namespace grader
