#include <algorithm>

#include <fmt/format.h>

#include "classroom/bench/figures.h"
#include "classroom/bench/page_parts.h"

namespace grader::drain {
namespace {

constexpr int samples_for_spread = 20;

const char* limit_of(const LoadSummary& load) {
    if (load.longest > std::max(load.check_bound, load.timing_bound)) return "the longest submission";
    return load.check_bound > load.timing_bound ? "the cores" : "the GPUs";
}

LoadSummary load_with(const std::vector<SampledSubmission>& sampled, const WorkerCounts& workers,
                      bool prescreen = true) {
    const std::vector<Arrival> arrivals = arrivals_of(sampled, prescreen);
    return load_summary_of(arrivals, simulate_queue(arrivals, workers), workers);
}

/// Renders the spread of the times over draws with different seeds.
std::string section_on_spread(const PageParts& parts, const WorkerCounts& workers) {
    std::vector<double> takes;
    for (int i = 0; i < samples_for_spread; ++i)
        takes.push_back(
            load_with(parts.at_once(parts.setup.seed + static_cast<std::uint64_t>(i)), workers).makespan);
    const auto [low, high] = std::minmax_element(takes.begin(), takes.end());
    return fmt::format("\nIn {} draws, the last grade was complete after {} to {}. This is the variation of "
                       "the draw alone: the few\nmeasured submissions are the same in all draws.\n",
                       samples_for_spread, duration_text(*low), duration_text(*high));
}

/// Renders the same class with other shares of submissions that end after their check.
std::string section_on_shares(const PageParts& parts, const WorkerCounts& workers) {
    const double measured = parts.measured.without_timing();
    if (measured <= 0 || measured >= 1) return {};
    std::string text = "\nBy the share of submissions that end after their check:\n\n"
                       "| share | until the last grade | bottleneck |\n|---:|---:|---|\n";
    for (const double stopped : {0.0, 0.25, 0.5, 0.75}) {
        const PageParts other{parts.measured, parts.setup, SubmissionSampler(parts.measured, stopped)};
        const LoadSummary load = load_with(other.at_once(parts.setup.seed), workers);
        text +=
            fmt::format("| {} | {} | {} |\n", percent(stopped), duration_text(load.makespan), limit_of(load));
    }
    return text;
}

/// Renders a row per quantity, and a column for each of @p loads.
std::string table_of(const std::vector<LoadSummary>& loads) {
    std::string text = loads.size() > 1 ? "| | default | without prescreening |\n|---|---:|---:|\n"
                                        : "| | default |\n|---|---:|\n";
    const auto row = [&](const char* what, const auto& value) {
        text += fmt::format("| {} |", what);
        for (const LoadSummary& load : loads) text += fmt::format(" {} |", value(load));
        text += '\n';
    };
    row("until the last grade", [](const LoadSummary& load) { return duration_text(load.makespan); });
    row("checks alone", [](const LoadSummary& load) { return duration_text(load.check_bound); });
    row("timings alone", [](const LoadSummary& load) { return duration_text(load.timing_bound); });
    row("above the lower bound by", [](const LoadSummary& load) {
        return fmt::format("{:.1f} %", 100 * (load.makespan / load.lower_bound() - 1));
    });
    row("bottleneck", [](const LoadSummary& load) { return limit_of(load); });
    row("utilization of checkers", [](const LoadSummary& load) { return percent(load.busy_checks); });
    row("GPUs with a submission", [](const LoadSummary& load) { return percent(load.busy_gpus); });
    row("GPUs locked", [](const LoadSummary& load) { return percent(load.held_gpus); });
    return text;
}

} // namespace

std::string section_on_all_at_once(const PageParts& parts) {
    const SimulationSetup& setup = parts.setup;
    const WorkerCounts workers = worker_counts_for(setup.cores, setup.gpus);
    const std::vector<SampledSubmission> sampled = parts.at_once(setup.seed);
    std::vector<LoadSummary> loads{load_with(sampled, workers)};
    std::string text = fmt::format(
        "\n## All submissions at once\n\n"
        "{} students, {} labs: {} submissions are there when grading begins. *Checks alone* and *timings "
        "alone* are the times\nwith all workers busy from beginning to end; they are lower bounds.\n",
        setup.size.students, setup.size.labs, sampled.size());
    if (parts.measured.has_times_without_prescreen()) {
        loads.push_back(load_with(sampled, workers, false));
        text += "*Without prescreening* is the same class with `--no-prescreen`: the GPU instead of the "
                "simulator finds wrong\nsubmissions.\n";
    }
    return text + '\n' + table_of(loads) + section_on_spread(parts, workers) +
           section_on_shares(parts, workers);
}

} // namespace grader::drain
