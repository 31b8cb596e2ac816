#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

#include "base/text.h"
#include "classroom/bench/figures.h"
#include "classroom/bench/page_parts.h"

namespace grader::drain {
namespace {

constexpr double hour_s = 3600;

/// Simulated load of the submissions before a deadline.
struct DeadlineLoad {
    std::vector<Arrival> arrivals;
    std::vector<GradingTimeline> timelines;
    double deadline = 0;

    [[nodiscard]] TurnaroundTimes waiting(double from_hours, double to_hours) const {
        return turnaround_times_of(arrivals, timelines, deadline - from_hours * hour_s,
                                   deadline - to_hours * hour_s);
    }
    [[nodiscard]] Backlog backlog() const { return backlog_of(arrivals, timelines, deadline); }
    [[nodiscard]] std::string last() const {
        return duration_text(std::max(0.0, last_grade(timelines) - deadline));
    }
};

DeadlineLoad simulate_deadline(const PageParts& parts, const SimulationSetup& setup,
                               const WorkerCounts& workers, bool prescreen = true) {
    RandomStream random_stream(setup.seed);
    DeadlineLoad deadline_load;
    deadline_load.arrivals =
        arrivals_of(before_deadline(parts.sampler, setup.size, setup.distribution, random_stream), prescreen);
    deadline_load.timelines = simulate_queue(deadline_load.arrivals, workers);
    deadline_load.deadline = setup.distribution.begin_s;
    return deadline_load;
}

/// "3 h", "0.25 h".
std::string hours(double seconds) { return fmt::format("{:g} h", seconds / hour_s); }

/// Formats the columns of a whole night: median wait, 95th percentile, longest wait, open submissions, last
/// grade.
std::string columns_of(const DeadlineLoad& deadline_load) {
    const TurnaroundTimes waiting = deadline_load.waiting(deadline_load.deadline / hour_s, 0);
    const Backlog backlog = deadline_load.backlog();
    return fmt::format(" {} | {} | {} | {} | {} |", duration_text(waiting.median), duration_text(waiting.p95),
                       duration_text(waiting.longest), backlog.to_check + backlog.to_time,
                       deadline_load.last());
}

std::string section_on_distribution(const SimulationSetup& setup, std::size_t submissions) {
    constexpr std::array ordinals = {"second", "third", "fourth", "fifth"};
    std::string attempts =
        setup.size.again.empty() ? "There is one attempt for each" : "Of all first attempts";
    for (std::size_t i = 0; i < setup.size.again.size(); ++i)
        attempts += fmt::format(", {}{} by a {}", percent(setup.size.again[i]), i == 0 ? " are followed" : "",
                                ordinals.at(i));
    const std::string half = hours(setup.distribution.halving_time_s);
    return fmt::format(
        "\n## The night before a deadline\n\n"
        "All {} labs are due at the same time. {}: {} submissions, and all are graded.\nHalf of them come in "
        "the last {}, half of the rest in the {} before, and so on; none comes earlier "
        "than {} "
        "before\nthe deadline. Each is drawn independently. The waiting time is from the submission to its "
        "grade.\n\n",
        setup.size.labs, attempts, submissions, half, half, hours(setup.distribution.begin_s));
}

std::string table_by_hours(const DeadlineLoad& deadline_load) {
    std::string text =
        "| hours before the deadline | submissions | median wait | 95 % wait at most | longest |\n"
        "|---|---:|---:|---:|---:|\n";
    double from = deadline_load.deadline / hour_s;
    for (const double to : {12.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0}) {
        if (to >= from) continue;
        const TurnaroundTimes waiting = deadline_load.waiting(from, to);
        if (waiting.submissions > 0)
            text += fmt::format("| {:g} to {:g} | {} | {} | {} | {} |\n", from, to, waiting.submissions,
                                duration_text(waiting.median), duration_text(waiting.p95),
                                duration_text(waiting.longest));
        from = to;
    }
    return text;
}

std::string backlog_text(const DeadlineLoad& deadline_load, const char* how) {
    const Backlog backlog = deadline_load.backlog();
    return fmt::format("At the deadline, submissions without a grade{}: {} to be checked, {} to be timed. "
                       "The last grade is complete "
                       "{} later.\n",
                       how, backlog.to_check, backlog.to_time, deadline_load.last());
}

/// Renders the same night for students who submit even later.
std::string section_on_late_submission(const PageParts& parts, const WorkerCounts& workers) {
    std::string text = "\nThe same class if half of all submissions come even later:\n\n"
                       "| half come in the last | median wait | 95 % wait at most | longest | open at the "
                       "deadline | last grade |\n"
                       "|---:|---:|---:|---:|---:|---:|\n";
    SimulationSetup hasty = parts.setup;
    for (const double share : {1.0, 1.0 / 3, 1.0 / 12}) {
        hasty.distribution.halving_time_s = share * parts.setup.distribution.halving_time_s;
        text += fmt::format("| {} |{}\n", hours(hasty.distribution.halving_time_s),
                            columns_of(simulate_deadline(parts, hasty, workers)));
    }
    return text;
}

/// Returns the number of the lab whose submissions take most GPU time, out of those that are due.
std::size_t slowest_lab(const PageParts& parts) {
    const std::vector<std::string>& labs = parts.sampler.labs();
    const std::size_t due = std::min(labs.size(), parts.setup.size.labs);
    std::size_t slowest = 0;
    double most = -1;
    for (std::size_t lab = 0; lab < due; ++lab) {
        double seconds = 0;
        double submissions = 0;
        for (const MeasuredSubmission& one : parts.measured.submissions) {
            if (one.lab != labs[lab]) continue;
            seconds += one.times.timing.value_or(Timing{}).seconds;
            submissions += 1;
        }
        if (seconds / submissions <= most) continue;
        most = seconds / submissions;
        slowest = lab;
    }
    return slowest;
}

} // namespace

std::string section_on_deadline(const PageParts& parts) {
    const WorkerCounts workers = worker_counts_for(parts.setup.cores, parts.setup.gpus);
    const DeadlineLoad deadline_load = simulate_deadline(parts, parts.setup, workers);
    std::string text = section_on_distribution(parts.setup, deadline_load.arrivals.size()) +
                       table_by_hours(deadline_load) + '\n' + backlog_text(deadline_load, "");
    if (parts.measured.has_times_without_prescreen())
        text += backlog_text(simulate_deadline(parts, parts.setup, workers, false), " without prescreening");
    return text + section_on_late_submission(parts, workers);
}

std::string section_on_smaller_machines(const PageParts& parts) {
    const SimulationSetup& setup = parts.setup;
    SimulationSetup one_lab = setup;
    one_lab.size.only_lab = slowest_lab(parts);
    const std::size_t cores_a_gpu = setup.cores / setup.gpus;
    std::string text =
        fmt::format("\n## Machine sizes\n\nThe same class on smaller machines, with {} cores per GPU. *All "
                    "at once* is until the "
                    "last grade. *All due* is the night "
                    "above;\n*one due* is a night in which lab {} alone is due, which takes most of a GPU. "
                    "*95 %* is the waiting time\nthat 95 % do not exceed; *open* submissions have no grade "
                    "at the deadline; *last* is the time from the deadline to the last grade.\n\n"
                    "| GPUs | cores | checked in parallel | all at once | all due: median | 95 % | longest | "
                    "open | last | one due: middle | 95 % "
                    "| longest | open | last |\n"
                    "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
                    cores_a_gpu, printable(parts.sampler.labs()[*one_lab.size.only_lab]));
    const std::vector<Arrival> at_once = arrivals_of(parts.at_once(setup.seed));
    for (std::size_t gpus = 1;; gpus = std::min(2 * gpus, setup.gpus)) {
        const WorkerCounts workers = worker_counts_for(cores_a_gpu * gpus, gpus);
        text += fmt::format("| {} | {} | {} | {} |", gpus, cores_a_gpu * gpus, workers.checkers,
                            duration_text(last_grade(simulate_queue(at_once, workers))));
        for (const SimulationSetup& asked : {setup, one_lab})
            text += columns_of(simulate_deadline(parts, asked, workers));
        text += '\n';
        if (gpus == setup.gpus) return text;
    }
}

} // namespace grader::drain
