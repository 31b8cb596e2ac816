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
#include "classroom/slurm/steering.h"

namespace grader {
namespace {

const char* words_for(At at) {
    switch (at) {
        case At::waits_for_check: return "wait for their check";
        case At::in_check: return "being checked";
        case At::waits_for_time: return "right so far, wait for a GPU";
        case At::in_time: return "being timed";
        case At::graded: return "graded";
        case At::given_up: return "given up: the machine failed";
    }
    return "";
}

void tell_of_failures(const Standing& standing) {
    constexpr std::size_t most = 5;
    std::size_t told = 0;
    for (std::size_t i = 0; i < standing.jobs().size() && told < most; ++i) {
        const JobStanding& job = standing.jobs()[i];
        if (job.why.empty() || job.at == At::graded) continue;
        const Job& of = standing.plan().jobs[i];
        std::cout << fmt::format("  {} {}: {}\n", printable(of.student, 40), of.lab, printable(job.why, 200));
        ++told;
    }
}

/// What Slurm has of the run; empty where it has nothing, or is not here.
std::string words_of_slurm(const ClassFolder& folder, int run) {
    if (!std::filesystem::exists(folder.things_of_run(run) / "arrays.json")) return {};
    try {
        const auto tasks = tasks_of_run(folder, run, Slurm());
        return tasks ? words_for(*tasks) : "Slurm's controller does not answer";
    } catch (const EnvironmentError& problem) {
        return problem.what();
    }
}

/// Who waits, in the order of the line.
void tell_of_students(const Standing& standing) {
    std::map<std::string, std::vector<std::string>> open;
    for (std::size_t i = 0; i < standing.jobs().size(); ++i)
        if (const At at = standing.jobs()[i].at; at != At::graded && at != At::given_up)
            open[standing.plan().jobs[i].student].push_back(standing.plan().jobs[i].lab.substr(0, 2));
    std::vector<std::pair<std::size_t, std::string>> line;
    for (const auto& [student, place] : places_in_line(standing)) line.emplace_back(place, student);
    std::sort(line.begin(), line.end());
    if (line.empty()) return;
    std::cout << "\n  in line    others before   student, labs\n";
    for (std::size_t i = 0; i < line.size(); ++i)
        std::cout << fmt::format("  {:>7} {:>16}   {}, {}\n", i + 1, line[i].first,
                                 printable(line[i].second, 40), fmt::join(open[line[i].second], " "));
}

ExitStatus run_class_status(const ClassOptions& options, const Invocation&) {
    const std::filesystem::path& directory = options.directory;
    if (!is_known_class(directory))
        throw UsageError(fmt::format("{} was not graded as a class yet: grader --all {}", directory.string(),
                                     directory.string()));
    const ClassFolder folder(directory);
    const int run = folder.last_run();
    if (run == 0) throw UsageError(fmt::format("No run of {} has begun yet.", directory.string()));
    Standing standing(folder, read_plan(folder, run));
    standing.refresh(true);
    const Plan& plan = standing.plan();
    std::cout << fmt::format("Run {} of {}, asked for by {} on {:%Y-%m-%d at %H:%M}\n", run,
                             printable(folder.directory().string()), printable(plan.by),
                             fmt::localtime(static_cast<std::time_t>(plan.made)));
    for (const At at :
         {At::graded, At::in_time, At::waits_for_time, At::in_check, At::waits_for_check, At::given_up})
        if (const std::size_t count = standing.count(at); count > 0)
            std::cout << fmt::format("  {:>6}  {}\n", count, words_for(at));
    if (standing.finished()) {
        std::cout << "  All is done.\n";
        tell_of_failures(standing);
        return ExitStatus::passed;
    }
    const Hands hands{standing.count(At::in_check), standing.count(At::in_time)};
    if (const std::string words = words_of_slurm(folder, run); !words.empty())
        std::cout << "  " << words << '\n';
    if (hands.checkers + hands.timers == 0)
        std::cout << fmt::format("  Nobody is at work. To go on: grader --all {}\n",
                                 printable(directory.string()));
    else if (const auto left = seconds_left(standing, hands))
        std::cout << fmt::format("  About {} more\n", spoken_time(*left));
    tell_of_failures(standing);
    tell_of_students(standing);
    return ExitStatus::passed;
}

} // namespace

Command class_status_command() {
    return command<ClassOptions>("class status",
                                 "What is done, what is under way, what waits, and for how long",
                                 run_class_status);
}

} // namespace grader
