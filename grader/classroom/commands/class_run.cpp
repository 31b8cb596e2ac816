#include "classroom/commands/commands.h"

#include <iostream>

#include <fmt/core.h>

#include "base/interrupt.h"
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

ExitStatus grade_here(Context& context, const ClassFolder& folder) {
    const RunSetup setup = set_up_run(context);
    Standing standing(folder, plan_now(folder, context.course(), setup.wish));
    RunReports reports(context, folder, standing);
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

void steer(Context& context, const ClassFolder& folder, Standing& standing) {
    RunReports reports(context, folder, standing);
    try {
        steer_to_the_end(folder, standing, reports, [] { return false; });
    } catch (const Interrupted& why) {
        reports.stopped(why.what());
    }
}

ExitStatus grade_on_slurm(Context& context, const ClassFolder& folder) {
    if (const std::unique_ptr<Standing> before = run_on_slurm(folder)) {
        std::cerr << fmt::format("grader: run {} of this class is still on Slurm; going on with it first\n",
                                 before->plan().run);
        steer(context, folder, *before);
    }
    Standing standing(folder, plan_now(folder, context.course(), set_up_run(context).wish));
    if (context.options().of_class.detach) {
        steer_from_a_job(folder, standing, context);
        return ExitStatus::passed;
    }
    steer(context, folder, standing);
    return RunReports(context, folder, standing).done();
}

} // namespace

ExitStatus grade_class_command(Context& context) {
    const Options& options = context.options();
    if (!find_submissions(options.all, context.course()).many)
        throw UsageError(fmt::format("{} is one set of labs and no class.", options.all.string()));
    (void)read_class_rules(options.all,
                           context.course()); // says what is wrong with them before anything is done
    context.expect_strangers();
    try_report_files(options);
    try_gradebooks(options);
    const InterruptsNoted interrupts;
    const ClassFolder folder(options.all);
    const ClassLock lock = lock_of_class(context, folder);
    if (!lock.held()) return ExitStatus::environment;
    return options.of_class.slurm ? grade_on_slurm(context, folder) : grade_here(context, folder);
}

ExitStatus class_drive_command(Options options, const Places& places) {
    const InterruptsNoted interrupts;
    const ClassFolder folder(options.of_class.directory);
    Plan plan = read_plan(folder, options.of_class.run);
    options.course = plan.means.course;
    options.modules = plan.means.modules;
    Context context(options, places);
    const ClassLock lock = lock_of_class(context, folder);
    Standing standing(folder, std::move(plan));
    steer(context, folder, standing);
    return RunReports(context, folder, standing).done();
}

} // namespace grader
