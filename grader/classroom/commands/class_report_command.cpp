#include "classroom/commands/commands.h"

#include <iostream>
#include <set>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "base/text.h"
#include "classroom/commands/gradebook_files.h"
#include "classroom/page/class_page.h"
#include "classroom/run/class_report.h"
#include "classroom/run/counting.h"
#include "grading/command_line/ending.h"
#include "grading/command_line/report_files.h"
#include "grading/report/grade/console.h"

namespace grader {
namespace {

/// Those who ask for it in the very file whose grade counts.
std::vector<Entrant> entrants_of(const Standing& standing, const ClassRules& rules) {
    constexpr std::uint64_t longest = std::uint64_t{1} << 20;
    std::vector<Entrant> entrants;
    for (const auto& [whose, counting] : counting_jobs(standing, rules)) {
        const Job& job = standing.plan().jobs[counting.job];
        if (const auto wish = leaderboard_wish(read_file(job.file, longest, Links::refused).value_or("")))
            entrants.push_back({job.student, job.lab, *wish});
    }
    return entrants;
}

/// Names that no hand-in has are told: whoever is meant would go without the extra days.
void tell_unknown_students(const ClassRules& rules, const Plan& plan) {
    std::set<std::string> known;
    for (const PlannedStudent& student : plan.students) known.insert(student.id);
    std::vector<std::string> unknown;
    for (const auto& [student, days] : rules.extra_days)
        if (!known.contains(student)) unknown.push_back(student);
    if (!unknown.empty())
        std::cerr << fmt::format("grader: class.toml has extra days for {}, of whom there is nothing\n",
                                 printable(fmt::format("{}", fmt::join(unknown, ", ")), 500));
}

ClassRules rules_of(const ClassFolder& folder, const Plan& plan, const Course& course) {
    ClassRules rules = read_class_rules(folder.directory(), course);
    tell_unknown_students(rules, plan);
    return rules;
}

void write_page(const Options& options, const ClassFolder& folder, const Plan& plan, const Book& book,
                const std::vector<Entrant>& entrants) {
    const Pseudonyms names(book, folder.secret());
    const std::vector<Leaderboard> boards = leaderboards_of(book, entrants, names);
    if (!options.of_class.leaderboards.empty())
        write_atomically(options.of_class.leaderboards, render_leaderboards_csv(boards));
    if (options.html.empty()) return;
    ClassPageOptions page;
    page.title = folder.directory().filename().string();
    if (options.of_class.pseudonyms) page.pseudonyms = names;
    page.leaderboards = boards;
    page.site = options.of_class.site;
    page.course = plan.means.course;
    write_atomically(options.html, render_class_page(book, page));
}

} // namespace

ExitStatus class_report_command(Options options, const Places& places) {
    if (!is_known_class(options.of_class.directory))
        throw UsageError(
            fmt::format("{} was not graded as a class yet.", options.of_class.directory.string()));
    try_report_files(options);
    try_gradebooks(options);
    const ClassFolder folder(options.of_class.directory);
    if (folder.last_run() == 0) throw UsageError("No run of this class has begun yet.");
    Standing standing(folder, read_plan(folder, folder.last_run()));
    options.course = standing.plan().means.course;
    options.modules = standing.plan().means.modules;
    const Context context(options, places);
    const ClassRules rules = rules_of(folder, standing.plan(), context.course());
    const GradeReport report = class_report(standing, context.course(), rules);
    const Book book = book_of(report);
    if (wants_console(options)) std::cout << render_class_table(report, context.style());
    write_reports(options, report, true);
    write_gradebooks(options, book);
    write_page(options, folder, standing.plan(), book, entrants_of(standing, rules));
    return ExitStatus::passed;
}

} // namespace grader
