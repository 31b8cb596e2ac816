#include "class/rules.h"

#include "course/strict_table.h"
#include "errors.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

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

} // namespace

ClassRules read_class_rules(const fs::path& directory) {
    ClassRules rules;
    const fs::path file = directory / "class.toml";
    if (!fs::exists(file)) return rules;
    Complaints complaints(file.string());
    read_strictly(file, complaints, [&](StrictTable& top) {
        if (const std::string roster = top.text_or_empty("roster"); !roster.empty())
            rules.roster = directory / roster;
        if (auto table = top.optional_table("slurm")) read_slurm(std::move(*table), rules.slurm);
        top.complain_about_others();
    });
    if (!complaints.empty()) throw UsageError(complaints.text());
    return rules;
}

} // namespace grader
