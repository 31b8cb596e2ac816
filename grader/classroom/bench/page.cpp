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
    for (const MeasuredHandIn& one : measured.hand_ins) {
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

std::string told_of_measurement(const PageParts& parts) {
    const MeasuredClass& measured = parts.measured;
    const std::string where = measured.device.empty() ? "a machine" : printable(measured.device);
    std::string text =
        fmt::format("# How long a class takes\n\n"
                    "`build/bin/class_drain simulate {}{}` prints this page.\n"
                    "`scripts/measure-class` had a small class graded on {} with {} cores, and keeps in that "
                    "file what each hand-in took.\n"
                    "The times in the first table were measured; all others are simulated with those.\n\n"
                    "## What was measured\n\n"
                    "Seconds of a stage, the middle one and the longest. *Held* is how long of a timing the "
                    "GPU was locked; before that the\n"
                    "file is compiled.\n\n"
                    "| lab | hand-ins | done after the check | check | longest | timing | longest | held |\n"
                    "|---|---:|---:|---:|---:|---:|---:|---:|\n",
                    parts.question.file, parts.question.options, where, measured.cores);
    for (const std::string& lab : parts.lottery.labs()) text += row_of(measured, lab);
    return text;
}

std::string told_of_rules(const PageParts& parts) {
    const Question& question = parts.question;
    const std::string share =
        question.stopped
            ? fmt::format("The share of hand-ins that are done with after their check is set to {}.",
                          percent(*question.stopped))
            : fmt::format("{} of the measured ones were done with after their check.",
                          percent(parts.measured.without_timing()));
    std::string text = fmt::format(
        "\n## What is simulated\n\n"
        "- A machine with {} GPUs and {} cores: {} hand-ins are checked at once, and one is timed on each "
        "GPU at a time. Whoever "
        "is\n  free takes the first in line. The line is the order of arrival, for checks and for timings.\n"
        "- Each hand-in takes what one of the measured ones for its lab took, drawn with both stages "
        "together.\n  {}\n",
        question.gpus, question.cores, checkers_beside(question.cores, question.gpus), share);
    const std::size_t known = parts.lottery.labs().size();
    if (question.size.labs > known)
        text += fmt::format(
            "- {} of the {} labs were not measured. Their hand-ins are drawn from those of all labs.\n",
            question.size.labs - known, question.size.labs);
    return text + "- Nothing of a hand-in is known from before, and no machine fails.\n"
                  "- A stage takes as long as on the machine that was measured, which was as busy. That this "
                  "holds on a larger "
                  "machine\n  is an assumption.\n";
}

void refuse_nonsense(const Question& question) {
    const std::vector<double>& again = question.size.again;
    const auto is_share = [](double share) { return share >= 0 && share <= 1; };
    if (question.size.students == 0 || question.size.labs == 0 || question.gpus == 0 ||
        question.cores < question.gpus)
        throw UsageError("A class has a student and a lab, and a machine a GPU and as many cores as GPUs.");
    constexpr std::size_t most_attempts = 4;
    if (again.size() > most_attempts || !std::all_of(again.begin(), again.end(), is_share) ||
        !std::is_sorted(again.rbegin(), again.rend()))
        throw UsageError("The shares with a second attempt, a third and so on are from 0 to 1, and none is "
                         "larger than the one before it; there are four at most.");
    if (question.stopped && !is_share(*question.stopped))
        throw UsageError("--stopped is a share from 0 to 1.");
    if (!(question.law.half_s > 0 && question.law.begin_s > 0))
        throw UsageError("--half and --begin are hours, and more than 0.");
}

} // namespace

std::vector<Drawn> PageParts::at_once(std::uint64_t seed) const {
    Draws draws(seed);
    return all_at_once(lottery, question.size, draws);
}

Hands hands_of(std::size_t cores, std::size_t gpus) { return {checkers_beside(cores, gpus), gpus}; }

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string page(const MeasuredClass& measured, const Question& question) {
    refuse_nonsense(question);
    const PageParts parts{measured, question, Lottery(measured, question.stopped)};
    return told_of_measurement(parts) + told_of_rules(parts) + told_of_all_at_once(parts) +
           told_of_night(parts) + told_of_orders(parts);
}

} // namespace grader::drain
