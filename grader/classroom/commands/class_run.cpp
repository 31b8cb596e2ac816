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

/// A run of what lies in the class's folder now: the last hand-in of each student and lab, or all that may count.
Plan plan_now(const ClassFolder& folder, const Course& course, const Wish& wish) {
    const ClassRules rules = read_class_rules(folder.directory());
    Inbox inbox(folder, course, rules);
    inbox.take_all();
    Planner planner(folder, inbox.hand_ins(), wish);
    planner.set_class(inbox.submissions());
    for (const HandIn* hand_in : inbox.present(rules.attempts.counts)) (void)planner.add(*hand_in);
    planner.write();
    return planner.plan();
}

ExitStatus grade_here(Context& context, const GradingOptions& options, const ClassFolder& folder) {
    const RunSetup setup = set_up_run(context, options);
    Standing standing(folder, plan_now(folder, context.course(), setup.wish));
    RunReports reports(context, options, folder, standing);
    try {
        run_locally(folder, standing, setup.crew, [&] {
            reports.going_on(progress_text(standing, {setup.crew.checkers, setup.crew.gpus.size()}));
            return false;
        });
    } catch (const Interrupted& why) {
        reports.stopped(why.what());
    }
    return reports.done();
}

void steer(Context& context, const GradingOptions& options, const ClassFolder& folder, Standing& standing) {
    RunReports reports(context, options, folder, standing);
    try {
        steer_to_the_end(folder, standing, reports, [] { return false; });
    } catch (const Interrupted& why) {
        reports.stopped(why.what());
    }
}

ExitStatus grade_on_slurm(Context& context, const GradingOptions& options, const ClassFolder& folder) {
    if (const std::unique_ptr<Standing> before = run_on_slurm(folder)) {
        std::cerr << fmt::format("grader: run {} of this class is still on Slurm; going on with it first\n",
                                 before->plan().run);
        steer(context, options, folder, *before);
    }
    Standing standing(folder, plan_now(folder, context.course(), set_up_run(context, options).wish));
    if (options.detach) {
        steer_from_a_job(folder, standing, options);
        return ExitStatus::passed;
    }
    steer(context, options, folder, standing);
    return RunReports(context, options, folder, standing).done();
}

/// Of a run that `--detach` has started.
struct ClassDriveOptions : ClassOptions, GradingOptions {
    int run = 0; ///< its number

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--run", run)->required();
        GradingOptions::declare(app);
    }
};

ExitStatus run_grade_class(const GradeOptions& options, const Invocation& call) {
    options.check();
    if (options.all.empty())
        throw UsageError("This program has the commands class, bundle, replay and --all DIR alone.");
    Context context(options, call.places, options.labs);
    if (!find_submissions(options.all, context.course()).many)
        throw UsageError(fmt::format("{} is one set of labs and no class.", options.all.string()));
    (void)read_class_rules(options.all,
                           context.course()); // says what is wrong with them before anything is done
    context.expect_strangers();
    try_report_files(options);
    try_gradebooks(options, options.all);
    const InterruptGuard interrupts;
    const ClassFolder folder(options.all);
    const ClassLock lock = lock_of_class(context, folder, options.wait);
    if (!lock.held()) return ExitStatus::environment;
    return options.slurm ? grade_on_slurm(context, options, folder) : grade_here(context, options, folder);
}

ExitStatus run_class_drive(const ClassDriveOptions& options, const Invocation& call) {
    const InterruptGuard interrupts;
    const ClassFolder folder(options.directory);
    Plan plan = read_plan(folder, options.run);
    ContextOptions of_run = options;
    of_run.course = plan.means.course;
    of_run.modules = plan.means.modules;
    Context context(of_run, call.places);
    const ClassLock lock = lock_of_class(context, folder, options.wait);
    Standing standing(folder, std::move(plan));
    steer(context, options, folder, standing);
    return RunReports(context, options, folder, standing).done();
}

} // namespace

Command grade_class_command() { return command<GradeOptions>("", "", run_grade_class); }

Command class_drive_command() { return command<ClassDriveOptions>("class drive", "", run_class_drive); }

} // namespace grader
