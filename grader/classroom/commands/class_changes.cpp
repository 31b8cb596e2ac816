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
int run_to_tell_of(const ClassFolder& folder, int asked) {
    const int last = folder.last_run();
    if (last == 0) throw UsageError("No run of this class has begun yet.");
    if (asked == 0) return last;
    if (asked < 0 || asked > last)
        throw UsageError(fmt::format("There is no run {} of this class; the last one is {}.", asked, last));
    return asked;
}

ExitStatus run_class_changes(const ClassChangesOptions& wish, const Invocation&) {
    if (!is_known_class(wish.directory))
        throw UsageError(
            fmt::format("{} was not graded as a class yet.", printable(wish.directory.string())));
    const ClassFolder folder(wish.directory);
    const Standing standing(folder, read_plan(folder, run_to_tell_of(folder, wish.run)));
    const std::vector<Regrade> regrades = find_regrades(folder, standing);
    const std::map<int, AskedFor> runs = who_asked_for(folder, regrades);
    if (!wish.csv.empty()) write_atomically(wish.csv, render_changes_csv(regrades, runs));
    // Nothing else may stand between the records of a spreadsheet that goes to a pipe.
    if (!wish.csv.empty() && is_stream(wish.csv)) return ExitStatus::passed;
    const Style style = style_of_descriptor(1);
    std::cout << (regrades.empty()
                      ? fmt::format("  No grade that counts in run {} was made again.\n", standing.plan().run)
                      : render_changes(regrades, runs, style, std::numeric_limits<std::size_t>::max(), ""));
    if (const std::size_t open = standing.jobs().size() - standing.count(At::graded); open > 0)
        std::cout << fmt::format("\n  {} of {} are not graded in this run yet.\n", open,
                                 standing.jobs().size());
    return ExitStatus::passed;
}

} // namespace

Command class_changes_command() {
    return command<ClassChangesOptions>("class changes",
                                        "What was graded again: who has another grade now, and why",
                                        run_class_changes);
}

} // namespace grader
