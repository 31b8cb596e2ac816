#include "classroom/commands/run_reports.h"

#include <algorithm>
#include <iostream>

#include <fmt/core.h>

#include "base/shell_word.h"
#include "classroom/commands/changes_text.h"
#include "classroom/commands/gradebook_files.h"
#include "classroom/run/changes.h"
#include "classroom/run/class_report.h"
#include "classroom/run/host_info.h"
#include "classroom/run/rules.h"
#include "grading/command_line/exit_status.h"
#include "grading/command_line/report_files.h"
#include "grading/report/grade/console.h"

namespace grader {
namespace {

/// Prints the regrades of this run. The run is finished and recorded, so errors here are only reported.
void print_changes(const Context& context, const ClassFolder& folder, const RunStatus& run_status) {
    constexpr std::size_t max_students_shown = 10;
    const RunPlan& plan = run_status.plan();
    try {
        const std::vector<Regrade> regrades = find_regrades(folder, run_status, plan.run);
        if (regrades.empty()) return;
        std::cout << '\n'
                  << render_changes(regrades, {{plan.run, {plan.by, plan.reason, plan.made}}},
                                    context.style(), max_students_shown,
                                    fmt::format("{} class changes {}", plan.config.program_text,
                                                shell_word(folder.directory().string())));
    } catch (const EnvironmentError& error) {
        std::cerr << "grader: cannot list the regrades: " << error.what() << '\n';
    }
}

} // namespace

void RunReports::print_and_write(const GradeReport& report) {
    if (may_print_to_stdout(options_)) std::cout << render_class_table(report, context_.style());
    write_reports(options_, report, true);
    write_gradebooks(options_, folder_.directory(), book_of(report));
}

void RunReports::going_on(const std::string& line) {
    context_.status().show(line);
    const std::size_t graded = run_status_.count(JobState::graded);
    const double now = unix_time();
    if (graded == written_ || now < next_at_) return;
    write_partial_reports();
    written_ = graded;
    // Limit writing to 1/11 of the time: for a large class it takes a while, in which no job is started.
    constexpr double min_interval_s = 5; // seconds
    constexpr double rest_per_write_time = 10;
    const double end = unix_time();
    next_at_ = end + std::max(min_interval_s, rest_per_write_time * (end - now));
}

GradeReport RunReports::report_so_far() const {
    return class_report(run_status_, context_.course(), read_class_rules(folder_.directory()));
}

/// Only warns of errors: a full disk may have space later, and a rules file may be in the middle of an edit.
void RunReports::write_partial_reports() {
    const auto print_error = [&](const std::exception& error) {
        context_.status().clear();
        std::cerr << "grader: " << error.what() << "; continuing\n";
    };
    try {
        write_reports(options_, report_so_far(), false);
    } catch (const EnvironmentError& error) {
        print_error(error);
    } catch (const UsageError& error) {
        print_error(error);
    }
}

ExitStatus RunReports::done() {
    context_.status().clear();
    const GradeReport report = report_so_far();
    print_and_write(report);
    if (may_print_to_stdout(options_)) print_changes(context_, folder_, run_status_);
    return exit_status_of(report, true, options_.exit_zero);
}

void RunReports::write_all() {
    context_.status().clear();
    const GradeReport report = report_so_far();
    write_reports(options_, report, true);
    write_gradebooks(options_, folder_.directory(), book_of(report));
}

void RunReports::throw_interrupted(const std::string& why) {
    context_.status().clear();
    const GradeReport report = report_so_far();
    if (!report.submissions.empty()) print_and_write(report);
    std::string words = fmt::format("{}; {} of {} submissions were graded", why, report.submissions.size(),
                                    run_status_.plan().students.size());
    for (const ReportOption& option : options_.reports)
        if (!report.submissions.empty() && !option.file.empty())
            words += fmt::format(", their report is in {}", option.file.string());
    throw Interrupted(words + ". Run the same command to continue.");
}

} // namespace grader
