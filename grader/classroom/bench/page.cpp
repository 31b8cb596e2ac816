#include "classroom/bench/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"
#include "classroom/bench/figures.h"
#include "classroom/bench/page_parts.h"
#include "classroom/run/local_run.h"

namespace grader::drain {
namespace {

std::string row_of(const MeasuredClass& measured, const std::string& lab) {
    std::vector<double> checks;
    std::vector<double> timings;
    std::vector<double> held;
    for (const MeasuredSubmission& one : measured.submissions) {
        if (one.lab != lab) continue;
        checks.push_back(one.times.check);
        if (!one.times.timing) continue;
        timings.push_back(one.times.timing->seconds);
        held.push_back(one.times.timing->device_seconds);
    }
    std::string row = fmt::format("| {} | {} | {} | {:.1f} | {:.1f} |", printable(lab), checks.size(),
                                  checks.size() - timings.size(), quantile(checks, 0.5), quantile(checks, 1));
    if (timings.empty()) return row + " | | |\n";
    return row + fmt::format(" {:.1f} | {:.1f} | {:.1f} |\n", quantile(timings, 0.5), quantile(timings, 1),
                             quantile(held, 0.5));
}

std::string section_on_measurement(const PageParts& parts) {
    const MeasuredClass& measured = parts.measured;
    const std::string where = measured.device.empty() ? "a machine" : printable(measured.device);
    std::string text = fmt::format(
        "# Time to grade a class\n\n"
        "`build/bin/class_drain simulate {}{}` prints this page.\n"
        "`scripts/measure-class` graded a small class on {} with {} cores, and recorded the times of each "
        "submission in that file.\n"
        "The times in the first table were measured; all others are simulated from them.\n\n"
        "## Measurements\n\n"
        "Seconds per stage: median and maximum. *Held* is the part of a timing in which the GPU was locked; "
        "before that the\nfile is compiled.\n\n"
        "| lab | submissions | ended after the check | check | longest | timing | longest | held |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|\n",
        parts.setup.file, parts.setup.options, where, measured.cores);
    for (const std::string& lab : parts.sampler.labs()) text += row_of(measured, lab);
    return text;
}

std::string section_on_assumptions(const PageParts& parts) {
    const SimulationSetup& setup = parts.setup;
    const std::string share =
        setup.stopped ? fmt::format("The share of submissions that end after their check is set to {}.",
                                    percent(*setup.stopped))
                      : fmt::format("{} of the measured ones ended after their check.",
                                    percent(parts.measured.without_timing()));
    std::string text =
        fmt::format("\n## Simulation\n\n"
                    "- A machine with {} GPUs and {} cores: {} submissions are checked in parallel, and each "
                    "GPU times one at a time. A free worker\n  takes the first of the queue. The queue is in "
                    "order of arrival, for checks and for timings.\n"
                    "- Each submission has the times of a measured one of its lab, drawn with both stages "
                    "together.\n  {}\n",
                    setup.gpus, setup.cores, max_checkers(setup.cores, setup.gpus), share);
    const std::size_t known = parts.sampler.labs().size();
    if (setup.size.labs > known)
        text += fmt::format(
            "- {} of the {} labs were not measured. Their submissions are drawn from those of all labs.\n",
            setup.size.labs - known, setup.size.labs);
    return text + "- No grade is cached, and there are no infrastructure errors.\n"
                  "- A stage takes as long as on the measured machine, which was equally busy. That this "
                  "holds on a larger machine\n  is an assumption.\n";
}

void check_options(const SimulationSetup& setup) {
    const std::vector<double>& again = setup.size.again;
    const auto is_share = [](double share) { return share >= 0 && share <= 1; };
    if (setup.size.students == 0 || setup.size.labs == 0 || setup.gpus == 0 || setup.cores < setup.gpus)
        throw UsageError("A class needs at least one student and one lab, and a machine at least one GPU and "
                         "as many cores as GPUs.");
    constexpr std::size_t max_attempts = 4;
    if (again.size() > max_attempts || !std::all_of(again.begin(), again.end(), is_share) ||
        !std::is_sorted(again.rbegin(), again.rend()))
        throw UsageError("The shares of second and later attempts must be from 0 to 1 and must not increase; "
                         "at most four are allowed.");
    if (setup.stopped && !is_share(*setup.stopped))
        throw UsageError("--stopped must be a share from 0 to 1.");
    if (!(setup.distribution.halving_time_s > 0 && setup.distribution.begin_s > 0))
        throw UsageError("--halving-time and --begin must be hours greater than 0.");
}

} // namespace

std::vector<SampledSubmission> PageParts::at_once(std::uint64_t seed) const {
    RandomStream random_stream(seed);
    return all_at_once(sampler, setup.size, random_stream);
}

WorkerCounts worker_counts_for(std::size_t cores, std::size_t gpus) {
    return {max_checkers(cores, gpus), gpus};
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string page(const MeasuredClass& measured, const SimulationSetup& setup) {
    check_options(setup);
    const PageParts parts{measured, setup, SubmissionSampler(measured, setup.stopped)};
    return section_on_measurement(parts) + section_on_assumptions(parts) + section_on_all_at_once(parts) +
           section_on_deadline(parts) + section_on_smaller_machines(parts);
}

} // namespace grader::drain
