#include "classroom/commands/commands.h"

#include <iostream>

#include <fmt/core.h>

#include "base/interrupt.h"
#include "classroom/commands/class_watch.h"
#include "classroom/commands/gradebook_files.h"
#include "classroom/commands/run_reports.h"
#include "classroom/commands/run_setup.h"
#include "classroom/commands/slurm_run.h"
#include "classroom/run/estimate.h"
#include "classroom/run/local_run.h"
#include "grading/command_line/report_files.h"

namespace grader {

ExitStatus class_watch_command(const Options& options, const Places& places) {
    Context context(options, places);
    // Says what is wrong with them before anything is done.
    (void)read_class_rules(options.of_class.directory, context.course());
    context.expect_strangers();
    try_report_files(options);
    try_gradebooks(options);
    const InterruptsNoted interrupts;
    const ClassFolder folder(options.of_class.directory);
    const ClassLock lock = lock_of_class(context, folder);
    if (!lock.held()) return ExitStatus::environment;
    const RunSetup setup = set_up_run(context);
    ClassWatch watch(context, folder, setup.wish);
    RunReports reports(context, folder, watch.standing());
    const auto changed = [&] {
        const bool more = watch.tend();
        reports.going_on(progress_text(watch.standing(), {setup.crew.checkers, setup.crew.gpus.size()}));
        return more;
    };
    try {
        if (options.of_class.slurm)
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

} // namespace grader
