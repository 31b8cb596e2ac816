#include <csignal>

#include <CLI/CLI.hpp>

#include "base/errors.h"
#include "grading/commands/commands.h"
#include "grading/commands/watch_session.h"

namespace grader {
namespace {

struct WatchOptions : ContextOptions, JobsOption {
    std::string lab; ///< empty: each lab whose file is saved

    void declare(CLI::App& app) {
        app.add_option(
            "LAB", lab,
            "04 or 04_shared_tiling: this lab, then those after it; default: each lab whose file is saved");
        ContextOptions::declare(app);
        JobsOption::declare(app);
        const auto refuse_option = [](const std::vector<std::string>&) {
            throw UsageError("watch grades the student.cu files of this tree: --file, --all, --case and "
                             "--report are not for watch.");
        };
        for (const char* name : {"--file", "--all", "--case", "--report"})
            app.add_option_function<std::vector<std::string>>(name, refuse_option)->group("");
    }
};

ExitStatus run_watch(const WatchOptions& options, const Invocation& call) {
    const std::vector<std::string> labs =
        options.lab.empty() ? std::vector<std::string>() : std::vector{options.lab};
    Context context(options, call.places, labs);
    int stopped_by = 0;
    {
        WatchSession session(context, options.lab.empty(), options.jobs);
        stopped_by = session.run();
    }
    if (stopped_by != 0) {
        // Re-raise the signal, so that the parent process sees death by signal.
        std::signal(stopped_by, SIG_DFL);
        std::raise(stopped_by);
    }
    return ExitStatus::passed;
}

} // namespace

Command watch_command() {
    return command<WatchOptions>("watch", "Grades at each save, and reports what changed", run_watch);
}

} // namespace grader
