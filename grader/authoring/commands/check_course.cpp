#include "authoring/commands/check_course.h"

#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "authoring/commands/commands.h"
#include "authoring/rules/build_rules.h"
#include "authoring/rules/device_rules.h"
#include "authoring/rules/glossary_rules.h"
#include "authoring/rules/message_rules.h"
#include "authoring/rules/patch_rules.h"
#include "authoring/rules/reference_rules.h"
#include "authoring/rules/skeleton_rules.h"
#include "authoring/rules/table_rules.h"
#include "authoring/rules/tree_rules.h"
#include "base/secrets.h"
#include "base/text.h"
#include "grading/command_line/programs.h"
#include "grading/steps/grade_lab.h"

namespace grader {
namespace {

/// Prints findings as they are reported, under a heading per lab.
class Printer {
public:
    explicit Printer(Context& context) : context_(context) {}

    void print(const std::string& lab, Severity severity, const Finding& finding) {
        const bool broken = severity == Severity::broken;
        context_.status().clear();
        if (lab != lab_)
            std::cout << paint(context_.style(), Ink::strong, lab.empty() ? "the course" : lab) << '\n';
        lab_ = lab;
        std::string place = finding.file.lexically_relative(context_.course().root()).string();
        if (finding.line > 0) place += fmt::format(":{}", finding.line);
        std::cout << fmt::format("  {} {}: {}\n",
                                 paint(context_.style(), broken ? Ink::bad : Ink::faint, broken ? "✘" : "–"),
                                 place, printable(finding.text, max_line_characters))
                  << std::flush;
    }

private:
    static constexpr std::size_t max_line_characters = 600;

    Context& context_;
    std::optional<std::string> lab_; ///< lab of the last printed heading
};

ExitStatus check_all(Context& context, const CheckCourseOptions& options) {
    const Course& course = context.course();
    Printer printer(context);
    CheckReport report([&](const std::string& lab, Severity severity, const Finding& finding) {
        printer.print(lab, severity, finding);
    });
    const std::map<std::string, Results> results = all_results(course.root());
    check_tree(course, report);
    check_references(course, report);
    check_glossary(course, report);
    check_tables(course, results, options.fix, report);

    const Backend& backend = context.backend();
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const Sample sample = sample_from(options.part);
    const DeviceCheck check{options.released, options.seed.value_or(secret_seed()), sample,
                            [&](const std::string& what) { context.status().show(what); }};
    for (const Lab* lab : context.labs()) {
        context.status().show(lab->id + ": compiling");
        check_tree(course, *lab, report);
        check_patches(*lab, report);
        check_messages(*lab, report);
        check_skeleton(*lab, {options.released, options.fix}, report);
        check_references(course, *lab, report);
        check_tables(course, *lab, results, options.fix, report);
        const Lab sampled = sample_of(*lab, sample);
        check_builds(backend, sampled, options.jobs, options.released, report);
        check_on_device(backend, course, sampled, check, report);
    }
    context.status().clear();
    std::cout << paint(context.style(), report.broken() == 0 ? Ink::good : Ink::bad, report.summary())
              << '\n';
    return report.broken() == 0 ? ExitStatus::passed : ExitStatus::not_passed;
}

ExitStatus run_check_course(const CheckCourseOptions& options, const Invocation& call) {
    if (options.record && options.mutants.empty() && options.tasks.empty() && options.devices.empty())
        throw UsageError("check-course --record needs --mutants LAB, --tasks LAB or --devices GPU.");
    require_solutions(options, "check-course");
    Context context(options, call.places, options.labs);
    return !options.mutants.empty()   ? check_mutants(context, options)
           : !options.tasks.empty()   ? check_tasks(context, options)
           : !options.devices.empty() ? check_devices(context, options)
                                      : check_all(context, options);
}

} // namespace

void CheckCourseOptions::declare(CLI::App& app) {
    declare_labs(app, labs);
    app.add_flag("--fix", fix, "Update the tables that are generated from manifests and results");
    app.add_flag("--released", released, "Report an edited student.cu as an error");
    app.add_option("--part", part, "Grade only this part of the rungs and mistakes: 1/3, 2/3 or 3/3")
        ->type_name("K/N");
    CLI::Option* of_mutants =
        app.add_option("--mutants", mutants, "Instead: run mutation testing on this lab's solution")
            ->type_name("LAB");
    CLI::Option* of_tasks =
        app.add_option("--tasks", tasks, "Instead: grade this lab's skeleton after each task of the solution")
            ->type_name("LAB")
            ->excludes(of_mutants);
    app.add_option("--devices", devices,
                   "Instead: grade solution and known program on these modelled GPUs, or on all")
        ->type_name("GPU,...")
        ->delimiter(',')
        ->excludes(of_mutants)
        ->excludes(of_tasks);
    app.add_flag("--record", record, "Write the results of --mutants, --tasks or --devices to docs/results/");
    JobsOption::declare(app);
    ContextOptions::declare(app);
}

Command check_course_command() {
    return command<CheckCourseOptions>("check-course",
                                       "Course consistency check: rules on texts, records, grades and tests",
                                       run_check_course);
}

} // namespace grader
