#include "classroom/commands/commands.h"

#include <iostream>
#include <limits>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/files.h"
#include "base/text.h"
#include "classroom/commands/changes_text.h"
#include "classroom/commands/class_options.h"
#include "classroom/run/changes.h"

namespace grader {
namespace {

struct ClassChangesOptions : ClassOptions {
    std::filesystem::path csv; ///< `--csv`: file for all regrades; empty: none
    int run = 0;               ///< `--run`; 0: the last one

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--csv", csv, "Write all regrades as CSV")->type_name("F");
        app.add_option("--run", run, "State after this run; default: the last one")->type_name("N");
    }
};

/// Returns the requested run, or the last one.
int run_to_report(const ClassFolder& folder, int asked) {
    const int last = folder.last_run();
    if (last == 0) throw UsageError("This class has no run yet. Start one: grader --all DIR");
    if (asked == 0) return last;
    if (asked < 0 || asked > last)
        throw UsageError(fmt::format("This class has no run {}; its last run is {}.", asked, last));
    return asked;
}

ExitStatus run_class_changes(const ClassChangesOptions& request, const Invocation&) {
    if (!is_graded_class(request.directory))
        throw UsageError(
            fmt::format("{} has not been graded as a class yet.", printable(request.directory.string())));
    const ClassFolder folder(request.directory);
    const RunStatus run_status(folder, read_plan(folder, run_to_report(folder, request.run)));
    const std::vector<Regrade> regrades = find_regrades(folder, run_status);
    const std::map<int, RunOrigin> runs = run_origins(folder, regrades);
    if (!request.csv.empty()) write_atomically(request.csv, render_changes_csv(regrades, runs));
    // If the CSV goes to a stream such as /dev/stdout, print nothing else: a program may parse the stream.
    if (!request.csv.empty() && is_stream(request.csv)) return ExitStatus::passed;
    const Style style = style_of_descriptor(1);
    std::cout << (regrades.empty()
                      ? fmt::format("  No grade that counts in run {} is a regrade.\n", run_status.plan().run)
                      : render_changes(regrades, runs, style, std::numeric_limits<std::size_t>::max(), ""));
    if (const std::size_t open = run_status.jobs().size() - run_status.count(JobState::graded); open > 0)
        std::cout << fmt::format("\n  {} of {} are not graded in this run yet.\n", open,
                                 run_status.jobs().size());
    return ExitStatus::passed;
}

} // namespace

Command class_changes_command() {
    return command<ClassChangesOptions>("class changes", "List regrades: whose grade has changed, and why",
                                        run_class_changes);
}

} // namespace grader
