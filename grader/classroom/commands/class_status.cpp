#include "classroom/commands/commands.h"

#include <algorithm>
#include <iostream>
#include <map>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "classroom/commands/class_options.h"
#include "classroom/run/estimate.h"
#include "classroom/slurm/slurm_driver.h"

namespace grader {
namespace {

const char* status_text(JobState at) {
    switch (at) {
        case JobState::waiting_for_check: return "waiting for the check";
        case JobState::checking: return "being checked";
        case JobState::waiting_for_timing: return "checks passed, waiting for a GPU";
        case JobState::timing: return "being timed";
        case JobState::graded: return "graded";
        case JobState::given_up: return "given up after infrastructure errors";
    }
    return "";
}

void print_failures(const RunStatus& run_status) {
    constexpr std::size_t most = 5;
    std::size_t told = 0;
    for (std::size_t i = 0; i < run_status.jobs().size() && told < most; ++i) {
        const JobStatus& job = run_status.jobs()[i];
        if (job.why.empty() || job.at == JobState::graded) continue;
        const Job& of = run_status.plan().jobs[i];
        std::cout << fmt::format("  {} {}: {}\n", printable(of.student, 40), of.lab, printable(job.why, 200));
        ++told;
    }
}

/// Returns Slurm's status of the run; empty if Slurm has no tasks of it or is not installed.
std::string words_of_slurm(const ClassFolder& folder, int run) {
    if (!std::filesystem::exists(folder.directory_of_run(run) / "arrays.json")) return {};
    try {
        const auto tasks = tasks_of_run(folder, run, Slurm());
        return tasks ? status_text(*tasks) : "Slurm's controller does not respond";
    } catch (const EnvironmentError& problem) {
        return problem.what();
    }
}

/// Prints the waiting students in the order of the queue.
void print_students(const RunStatus& run_status) {
    std::map<std::string, std::vector<std::string>> open;
    for (std::size_t i = 0; i < run_status.jobs().size(); ++i)
        if (const JobState at = run_status.jobs()[i].at; at != JobState::graded && at != JobState::given_up)
            open[run_status.plan().jobs[i].student].push_back(run_status.plan().jobs[i].lab.substr(0, 2));
    std::vector<std::pair<std::size_t, std::string>> line;
    for (const auto& [student, place] : queue_positions(run_status)) line.emplace_back(place, student);
    std::sort(line.begin(), line.end());
    if (line.empty()) return;
    std::cout << "\n  queue      others before   student, labs\n";
    for (std::size_t i = 0; i < line.size(); ++i)
        std::cout << fmt::format("  {:>7} {:>16}   {}, {}\n", i + 1, line[i].first,
                                 printable(line[i].second, 40), fmt::join(open[line[i].second], " "));
}

ExitStatus run_class_status(const ClassOptions& options, const Invocation&) {
    const std::filesystem::path& directory = options.directory;
    if (!is_graded_class(directory))
        throw UsageError(fmt::format("{} has not been graded as a class yet: grader --all {}",
                                     directory.string(), directory.string()));
    const ClassFolder folder(directory);
    const int run = folder.last_run();
    if (run == 0)
        throw UsageError(fmt::format("{} has no run yet. Start one: grader --all DIR", directory.string()));
    RunStatus run_status(folder, read_plan(folder, run));
    run_status.refresh(true);
    const RunPlan& plan = run_status.plan();
    std::cout << fmt::format("Run {} of {}, started by {} on {:%Y-%m-%d at %H:%M}\n", run,
                             printable(folder.directory().string()), printable(plan.by),
                             fmt::localtime(static_cast<std::time_t>(plan.made)));
    for (const JobState at : {JobState::graded, JobState::timing, JobState::waiting_for_timing,
                              JobState::checking, JobState::waiting_for_check, JobState::given_up})
        if (const std::size_t count = run_status.count(at); count > 0)
            std::cout << fmt::format("  {:>6}  {}\n", count, status_text(at));
    if (run_status.finished()) {
        std::cout << "  The run is finished.\n";
        print_failures(run_status);
        return ExitStatus::passed;
    }
    const WorkerCounts workers{run_status.count(JobState::checking), run_status.count(JobState::timing)};
    if (const std::string words = words_of_slurm(folder, run); !words.empty())
        std::cout << "  " << words << '\n';
    if (workers.checkers + workers.timers == 0)
        std::cout << fmt::format("  No grader is running. To continue: grader --all {}\n",
                                 printable(directory.string()));
    else if (const auto left = seconds_left(run_status, workers))
        std::cout << fmt::format("  About {} left\n", duration_text(*left));
    print_failures(run_status);
    print_students(run_status);
    return ExitStatus::passed;
}

} // namespace

Command class_status_command() {
    return command<ClassOptions>(
        "class status", "Show the progress of a run: finished, running and waiting jobs, and the time left",
        run_class_status);
}

} // namespace grader
