#include <algorithm>

#include <fmt/format.h>

#include "classroom/bench/figures.h"
#include "classroom/bench/page_parts.h"

namespace grader::drain {
namespace {

constexpr int draws_for_spread = 20;

const char* limit_of(const Load& load) {
    if (load.longest > std::max(load.of_checks, load.of_timings)) return "the longest hand-in";
    return load.of_checks > load.of_timings ? "the cores" : "the GPUs";
}

Load load_with(const std::vector<Drawn>& drawn, const Hands& hands, bool sieve = true) {
    const std::vector<Arrival> arrivals = with_times(drawn, sieve);
    return load_of(arrivals, pass(arrivals, hands), hands);
}

/// How far apart the times of draws that differ in their seed lie.
std::string told_of_spread(const PageParts& parts, const Hands& hands) {
    std::vector<double> takes;
    for (int i = 0; i < draws_for_spread; ++i)
        takes.push_back(
            load_with(parts.at_once(parts.question.seed + static_cast<std::uint64_t>(i)), hands).takes);
    const auto [low, high] = std::minmax_element(takes.begin(), takes.end());
    return fmt::format("\nIn {} draws, the last grade was there after {} to {}. That is the chance of the "
                       "draw. The few hand-ins "
                       "that were\nmeasured are the same in all of them.\n",
                       draws_for_spread, spoken_time(*low), spoken_time(*high));
}

/// The same class with other shares of hand-ins that are done with after their check.
std::string told_of_shares(const PageParts& parts, const Hands& hands) {
    const double measured = parts.measured.without_timing();
    if (measured <= 0 || measured >= 1) return {};
    std::string text = "\nBy the share of hand-ins that are done with after their check:\n\n"
                       "| share | until the last grade | the limit |\n|---:|---:|---|\n";
    for (const double stopped : {0.0, 0.25, 0.5, 0.75}) {
        const PageParts other{parts.measured, parts.question, Lottery(parts.measured, stopped)};
        const Load load = load_with(other.at_once(parts.question.seed), hands);
        text += fmt::format("| {} | {} | {} |\n", percent(stopped), spoken_time(load.takes), limit_of(load));
    }
    return text;
}

/// A row for each number, a column for each of @p loads.
std::string table_of(const std::vector<Load>& loads) {
    std::string text = loads.size() > 1 ? "| | as usual | without the sieve |\n|---|---:|---:|\n"
                                        : "| | as usual |\n|---|---:|\n";
    const auto row = [&](const char* what, const auto& value) {
        text += fmt::format("| {} |", what);
        for (const Load& load : loads) text += fmt::format(" {} |", value(load));
        text += '\n';
    };
    row("until the last grade", [](const Load& load) { return spoken_time(load.takes); });
    row("the checks alone", [](const Load& load) { return spoken_time(load.of_checks); });
    row("the timings alone", [](const Load& load) { return spoken_time(load.of_timings); });
    row("longer than the least possible by",
        [](const Load& load) { return fmt::format("{:.1f} %", 100 * (load.takes / load.least() - 1)); });
    row("the limit", [](const Load& load) { return limit_of(load); });
    row("checkers at work", [](const Load& load) { return percent(load.busy_checks); });
    row("GPUs with a hand-in", [](const Load& load) { return percent(load.busy_gpus); });
    row("GPUs locked", [](const Load& load) { return percent(load.held_gpus); });
    return text;
}

} // namespace

std::string told_of_all_at_once(const PageParts& parts) {
    const Question& question = parts.question;
    const Hands hands = hands_of(question.cores, question.gpus);
    const std::vector<Drawn> drawn = parts.at_once(question.seed);
    std::vector<Load> loads{load_with(drawn, hands)};
    std::string text = fmt::format("\n## All hand-ins at once\n\n"
                                   "{} students, {} labs: {} hand-ins are there when grading begins. *The "
                                   "checks alone* and *the timings "
                                   "alone* would\ntake so long with all hands at work from beginning to end; "
                                   "nobody could be done sooner.\n",
                                   question.size.students, question.size.labs, drawn.size());
    if (parts.measured.knows_without_sieve()) {
        loads.push_back(load_with(drawn, hands, false));
        text += "*Without the sieve* is the same class with `--no-sieve`: the GPU finds out what is wrong, "
                "and not the "
                "simulator\nbefore it.\n";
    }
    return text + '\n' + table_of(loads) + told_of_spread(parts, hands) + told_of_shares(parts, hands);
}

} // namespace grader::drain
