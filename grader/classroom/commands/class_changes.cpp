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
    std::filesystem::path csv; ///< `--csv`: a file for all of it; empty: none
    int run = 0;               ///< `--run`; 0: the last one

    void declare(CLI::App& app) {
        ClassOptions::declare(app);
        app.add_option("--csv", csv, "A CSV of all of it")->type_name("F");
        app.add_option("--run", run, "As it was after this run; else after the last one")->type_name("N");
    }
};

/// The run that was asked for, or the last one.
int run_to_report(const ClassFolder& folder, int asked) {
    const int last = folder.last_run();
    if (last == 0) throw UsageError("No run of this class has begun yet.");
    if (asked == 0) return last;
    if (asked < 0 || asked > last)
        throw UsageError(fmt::format("There is no run {} of this class; the last one is {}.", asked, last));
    return asked;
}

ExitStatus run_class_changes(const ClassChangesOptions& request, const Invocation&) {
    if (!is_graded_class(request.directory))
        throw UsageError(
            fmt::format("{} was not graded as a class yet.", printable(request.directory.string())));
    const ClassFolder folder(request.directory);
    const RunStatus run_status(folder, read_plan(folder, run_to_report(folder, request.run)));
    const std::vector<Regrade> regrades = find_regrades(folder, run_status);
    const std::map<int, RunOrigin> runs = run_origins(folder, regrades);
    if (!request.csv.empty()) write_atomically(request.csv, render_changes_csv(regrades, runs));
    // Nothing else may stand between the records of a spreadsheet that goes to a pipe.
    if (!request.csv.empty() && is_stream(request.csv)) return ExitStatus::passed;
    const Style style = style_of_descriptor(1);
    std::cout << (regrades.empty()
                      ? fmt::format("  No grade that counts in run {} was made again.\n",
                                    run_status.plan().run)
                      : render_changes(regrades, runs, style, std::numeric_limits<std::size_t>::max(), ""));
    if (const std::size_t open = run_status.jobs().size() - run_status.count(JobState::graded); open > 0)
        std::cout << fmt::format("\n  {} of {} are not graded in this run yet.\n", open,
                                 run_status.jobs().size());
    return ExitStatus::passed;
}

} // namespace

Command class_changes_command() {
    return command<ClassChangesOptions>("class changes",
                                        "What was graded again: who has another grade now, and why",
                                        run_class_changes);
}

} // namespace grader
