#include "classroom/commands/commands.h"

#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/interrupt.h"
#include "classroom/commands/class_options.h"
#include "classroom/commands/class_watch.h"
#include "classroom/commands/gradebook_files.h"
#include "classroom/commands/run_reports.h"
#include "classroom/commands/run_setup.h"
#include "classroom/commands/slurm_run.h"
#include "classroom/run/estimate.h"
#include "classroom/run/local_run.h"
#include "grading/command_line/report_files.h"

namespace grader {
namespace {

struct ClassWatchOptions : ClassOptions, GradingOptions {
    std::vector<std::string> labs; ///< empty: every lab
    WatchPace pace;                ///< `--once` and `--every`

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        declare_labs(app, labs);
        app.add_flag("--once", pace.once, "Take what is there now, grade it, and leave");
        app.add_option("--every", pace.every, "Seconds from one look to the next, at least")
            ->type_name("S")
            ->check(CLI::PositiveNumber);
        GradingOptions::declare(app);
    }
};

ExitStatus run_class_watch(const ClassWatchOptions& options, const Invocation& call) {
    Context context(options, call.places, options.labs);
    // Says what is wrong with them before anything is done.
    (void)read_class_rules(options.directory, context.course());
    context.expect_strangers();
    try_report_files(options);
    try_gradebooks(options, options.directory);
    const InterruptGuard interrupts;
    const ClassFolder folder(options.directory);
    const ClassLock lock = lock_of_class(context, folder, options.wait);
    if (!lock.held()) return ExitStatus::environment;
    const RunSetup setup = set_up_run(context, options);
    ClassWatch watch(context, folder, setup.wish, options.pace);
    RunReports reports(context, options, folder, watch.standing());
    const auto changed = [&] {
        const bool more = watch.tend();
        reports.going_on(progress_text(watch.standing(), {setup.crew.checkers, setup.crew.gpus.size()}));
        return more;
    };
    try {
        if (options.slurm)
            steer_to_the_end(folder, watch.standing(), reports, changed);
        else
            run_locally(folder, watch.standing(), setup.crew, changed);
    } catch (const Interrupted&) {
        // That is how a watch ends.
        context.status().clear();
        std::cout << fmt::format("Left. {} hand-ins are graded, {} wait; the same command goes on.\n",
                                 watch.standing().count(At::graded),
                                 watch.standing().jobs().size() - watch.standing().count(At::graded));
        reports.leave();
        return ExitStatus::passed;
    }
    (void)reports.done();
    return ExitStatus::passed;
}

} // namespace

Command class_watch_command() {
    return command<ClassWatchOptions>(
        "class watch", "Take hand-ins as they come, grade them, and give each student the report",
        run_class_watch);
}

} // namespace grader
