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
    WatchSchedule schedule;        ///< `--once` and `--every`

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        declare_labs(app, labs);
        app.add_flag("--once", schedule.once, "Grade the submissions that are there now, and exit");
        app.add_option("--every", schedule.every, "Minimum seconds between two scans for submissions")
            ->type_name("S")
            ->check(CLI::PositiveNumber);
        GradingOptions::declare(app);
    }
};

ExitStatus run_class_watch(const ClassWatchOptions& options, const Invocation& call) {
    Context context(options, call.places, options.labs);
    // Report mistakes in the rules before anything is done.
    (void)read_class_rules(options.directory, context.course());
    context.expect_untrusted_code();
    check_report_files(options);
    check_gradebooks_writable(options, options.directory);
    const InterruptGuard interrupts;
    const ClassFolder folder(options.directory);
    const ClassLock lock = lock_of_class(context, folder, options.wait);
    if (!lock.held()) return ExitStatus::environment;
    const RunSetup setup = set_up_run(context, options);
    ClassWatch watch(context, folder, setup.request, options.schedule);
    RunReports reports(context, options, folder, watch.run_status());
    const auto changed = [&] {
        const bool more = watch.step();
        reports.going_on(
            progress_text(watch.run_status(), {setup.worker_pool.checkers, setup.worker_pool.gpus.size()}));
        return more;
    };
    try {
        if (options.slurm)
            drive_until_finished(folder, watch.run_status(), reports, changed);
        else
            run_locally(folder, watch.run_status(), setup.worker_pool, changed);
    } catch (const Interrupted&) {
        // An interrupt is the normal end of a watch.
        context.status().clear();
        std::cout << fmt::format(
            "Stopped. {} submissions are graded, {} are waiting; run the same command to continue.\n",
            watch.run_status().count(JobState::graded),
            watch.run_status().jobs().size() - watch.run_status().count(JobState::graded));
        reports.write_all();
        return ExitStatus::passed;
    }
    (void)reports.done();
    return ExitStatus::passed;
}

} // namespace

Command class_watch_command() {
    return command<ClassWatchOptions>("class watch",
                                      "Grade submissions as they arrive, and return a report to each student",
                                      run_class_watch);
}

} // namespace grader
