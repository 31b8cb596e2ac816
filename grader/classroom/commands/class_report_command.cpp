#include "classroom/commands/commands.h"

#include <iostream>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "base/text.h"
#include "classroom/commands/class_options.h"
#include "classroom/commands/gradebook_files.h"
#include "classroom/page/class_page.h"
#include "classroom/run/class_report.h"
#include "classroom/run/counting.h"
#include "grading/command_line/context.h"
#include "grading/command_line/report_files.h"
#include "grading/report/grade/console.h"

namespace grader {
namespace {

struct ClassReportOptions : ClassOptions, ReportOptions {
    std::filesystem::path html; ///< `--html`: the page to write; empty: none
    bool pseudonyms = false;    ///< `--pseudonyms`: show no student's own name
    std::string site;           ///< `--site`: URL of the course's pages; empty: pages are named without links
    std::filesystem::path leaderboards; ///< `--leaderboards`: file to write; empty: none

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--html", html, "Write an HTML page: marks and common failures")->type_name("F");
        app.add_flag("--pseudonyms", pseudonyms, "Show pseudonyms instead of the students' names");
        app.add_option("--site", site, "URL of the course's site, for links")->type_name("URL");
        app.add_option("--leaderboards", leaderboards, "Write a CSV of the leaderboards")->type_name("F");
        ReportOptions::declare(app);
    }
};

/// Returns the students whose counted submission itself contains a leaderboard request.
std::vector<Entrant> entrants_of(const RunStatus& run_status, const ClassRules& rules) {
    constexpr std::uint64_t longest = std::uint64_t{1} << 20;
    std::vector<Entrant> entrants;
    for (const auto& [whose, counting] : counted_jobs(run_status, rules)) {
        const Job& job = run_status.plan().jobs[counting.job];
        if (const auto request =
                leaderboard_request(read_file(job.file, longest, SymlinkPolicy::refused).value_or("")))
            entrants.push_back({job.student, job.lab, *request});
    }
    return entrants;
}

/// Warns of names in `[extra_days]` without a submission: a misspelled student would not get the extra days.
void warn_of_unknown_students(const ClassRules& rules, const RunPlan& plan) {
    std::set<std::string> known;
    for (const PlannedStudent& student : plan.students) known.insert(student.id);
    std::vector<std::string> unknown;
    for (const auto& [student, days] : rules.extra_days)
        if (!known.contains(student)) unknown.push_back(student);
    if (!unknown.empty())
        std::cerr << fmt::format("grader: class.toml has extra days for {}, who has no submission\n",
                                 printable(fmt::format("{}", fmt::join(unknown, ", ")), 500));
}

ClassRules rules_of(const ClassFolder& folder, const RunPlan& plan, const Course& course) {
    ClassRules rules = read_class_rules(folder.directory(), course);
    warn_of_unknown_students(rules, plan);
    return rules;
}

void write_page(const ClassReportOptions& options, const ClassFolder& folder, const RunPlan& plan,
                const Book& book, const std::vector<Entrant>& entrants) {
    const Pseudonyms names(book, folder.secret());
    const std::vector<Leaderboard> boards = leaderboards_of(book, entrants, names);
    if (!options.leaderboards.empty())
        write_atomically(options.leaderboards, render_leaderboards_csv(boards));
    if (options.html.empty()) return;
    ClassPageOptions page;
    page.title = folder.directory().filename().string();
    if (options.pseudonyms) page.pseudonyms = names;
    page.leaderboards = boards;
    page.site = options.site;
    page.course = plan.config.course;
    write_atomically(options.html, render_class_page(book, page));
}

ExitStatus run_class_report(const ClassReportOptions& options, const Invocation& call) {
    if (!is_graded_class(options.directory))
        throw UsageError(fmt::format("{} has not been graded as a class yet.", options.directory.string()));
    check_report_files(options, options.html);
    check_gradebooks_writable(options, options.directory);
    const ClassFolder folder(options.directory);
    if (folder.last_run() == 0) throw UsageError("This class has no run yet. Start one: grader --all DIR");
    RunStatus run_status(folder, read_plan(folder, folder.last_run()));
    ContextOptions of_run = options;
    of_run.course = run_status.plan().config.course;
    of_run.modules = run_status.plan().config.modules;
    const Context context(of_run, call.places);
    const ClassRules rules = rules_of(folder, run_status.plan(), context.course());
    const GradeReport report = class_report(run_status, context.course(), rules);
    const Book book = book_of(report);
    if (may_print_to_stdout(options)) std::cout << render_class_table(report, context.style());
    write_reports(options, report, true);
    write_gradebooks(options, options.directory, book);
    write_page(options, folder, run_status.plan(), book, entrants_of(run_status, rules));
    return ExitStatus::passed;
}

} // namespace

Command class_report_command() {
    return command<ClassReportOptions>("class report",
                                       "Report the stored grades of a class: table, page, gradebooks",
                                       run_class_report);
}

} // namespace grader
