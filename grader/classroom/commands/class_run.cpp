#include "classroom/commands/commands.h"

#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/interrupt.h"
#include "classroom/commands/class_options.h"
#include "classroom/commands/gradebook_files.h"
#include "classroom/commands/run_reports.h"
#include "classroom/commands/run_setup.h"
#include "classroom/commands/slurm_run.h"
#include "classroom/run/estimate.h"
#include "classroom/run/inbox.h"
#include "classroom/run/rules.h"
#include "course/submissions.h"
#include "grading/command_line/report_files.h"

namespace grader {
namespace {

/// Plans a run of what is in the class's folder now: the last submission of each student and lab, or all that
/// may count.
RunPlan plan_now(const ClassFolder& folder, const Course& course, const RunRequest& request) {
    const ClassRules rules = read_class_rules(folder.directory());
    Inbox inbox(folder, course, rules);
    inbox.take_all_now();
    Planner planner(folder, inbox.submission_store(), request);
    planner.set_class(inbox.submissions());
    for (const LabSubmission* submission : inbox.present(rules.attempts.counts))
        (void)planner.add(*submission);
    planner.write();
    return planner.plan();
}

ExitStatus grade_here(Context& context, const GradingOptions& options, const ClassFolder& folder) {
    const RunSetup setup = set_up_run(context, options);
    RunStatus run_status(folder, plan_now(folder, context.course(), setup.request));
    RunReports reports(context, options, folder, run_status);
    try {
        run_locally(folder, run_status, setup.worker_pool, [&] {
            reports.going_on(
                progress_text(run_status, {setup.worker_pool.checkers, setup.worker_pool.gpus.size()}));
            return false;
        });
    } catch (const Interrupted& why) {
        reports.throw_interrupted(why.what());
    }
    return reports.done();
}

void drive(Context& context, const GradingOptions& options, const ClassFolder& folder,
           RunStatus& run_status) {
    RunReports reports(context, options, folder, run_status);
    try {
        drive_until_finished(folder, run_status, reports, [] { return false; });
    } catch (const Interrupted& why) {
        reports.throw_interrupted(why.what());
    }
}

ExitStatus grade_on_slurm(Context& context, const GradingOptions& options, const ClassFolder& folder) {
    if (const std::unique_ptr<RunStatus> before = run_on_slurm(folder)) {
        std::cerr << fmt::format(
            "grader: run {} of this class is still in progress on Slurm; continuing it first\n",
            before->plan().run);
        drive(context, options, folder, *before);
    }
    RunStatus run_status(folder, plan_now(folder, context.course(), set_up_run(context, options).request));
    if (options.detach) {
        submit_driver_job(folder, run_status, options);
        return ExitStatus::passed;
    }
    drive(context, options, folder, run_status);
    return RunReports(context, options, folder, run_status).done();
}

/// Options of the driver process that `--detach` starts.
struct ClassDriveOptions : ClassOptions, GradingOptions {
    int run = 0; ///< number of the run

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--run", run)->required();
        GradingOptions::declare(app);
    }
};

ExitStatus run_grade_class(const GradeOptions& options, const Invocation& call) {
    options.check();
    if (options.all.empty())
        throw UsageError("Unknown command: this program has only class, bundle, replay and --all DIR.");
    Context context(options, call.places, options.labs);
    if (!find_submissions(options.all, context.course()).is_class)
        throw UsageError(
            fmt::format("{} is a course tree, not the folder of a class.", options.all.string()));
    (void)read_class_rules(options.all,
                           context.course()); // reports mistakes in the rules before anything is done
    context.expect_untrusted_code();
    check_report_files(options);
    check_gradebooks_writable(options, options.all);
    const InterruptGuard interrupts;
    const ClassFolder folder(options.all);
    const ClassLock lock = lock_of_class(context, folder, options.wait);
    if (!lock.held()) return ExitStatus::environment;
    return options.slurm ? grade_on_slurm(context, options, folder) : grade_here(context, options, folder);
}

ExitStatus run_class_drive(const ClassDriveOptions& options, const Invocation& call) {
    const InterruptGuard interrupts;
    const ClassFolder folder(options.directory);
    RunPlan plan = read_plan(folder, options.run);
    ContextOptions of_run = options;
    of_run.course = plan.config.course;
    of_run.modules = plan.config.modules;
    Context context(of_run, call.places);
    const ClassLock lock = lock_of_class(context, folder, options.wait);
    RunStatus run_status(folder, std::move(plan));
    drive(context, options, folder, run_status);
    return RunReports(context, options, folder, run_status).done();
}

} // namespace

Command grade_class_command() { return command<GradeOptions>("", "", run_grade_class); }

Command class_drive_command() { return command<ClassDriveOptions>("class drive", "", run_class_drive); }

} // namespace grader
