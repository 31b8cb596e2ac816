#include "page.h"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "base/errors.h"

namespace grader::verdicts {
namespace {

constexpr std::size_t resamples = 10'000;
constexpr std::size_t rounds_per_verdict = 3;

/// A question that the record answers: a build against a threshold.
struct VerdictCase {
    const char* what;  ///< in words
    const char* build; ///< "baseline" or "solution"
    double share;      ///< the threshold, of what the build reaches
    bool fast_enough;  ///< who is asked here reaches the threshold
};

// What the baseline reaches against itself is 1, whatever was measured.
constexpr std::array<VerdictCase, 3> verdict_cases = {
    {{"the baseline as a student's build, against 0.97", "baseline", 0.97, true},
     {"the solution, against 3 % less than it reaches", "solution", 0.97, true},
     {"the solution, against so much that it is 10 % too slow", "solution", 1 / 0.9, false}}};

/// The machines of @p trials, in the order in which they come.
std::vector<std::string> machines_of(const std::vector<SpeedMeasurement>& measurements) {
    std::vector<std::string> machines;
    for (const SpeedMeasurement& measurement : measurements)
        if (std::find(machines.begin(), machines.end(), measurement.machine) == machines.end())
            machines.push_back(measurement.machine);
    return machines;
}

/// Trials that are held against one threshold.
struct Group {
    std::string lab;
    std::size_t machine = 0; ///< its place in machines_of()
    bool under_load = false; ///< another program used host and GPU

    auto operator<=>(const Group&) const = default;
};

std::map<Group, std::vector<SpeedMeasurement>> groups_of(const std::vector<SpeedMeasurement>& measurements,
                                                         const std::string& build) {
    const std::vector<std::string> machines = machines_of(measurements);
    std::map<Group, std::vector<SpeedMeasurement>> groups;
    for (const SpeedMeasurement& measurement : measurements) {
        if (measurement.build != build) continue;
        const auto machine =
            std::find(machines.begin(), machines.end(), measurement.machine) - machines.begin();
        groups[{measurement.lab, static_cast<std::size_t>(machine), measurement.under_load}].push_back(
            measurement);
    }
    return groups;
}

double threshold_of(const VerdictCase& verdict_case, const std::vector<SpeedMeasurement>& group) {
    return verdict_case.share *
           (std::string_view(verdict_case.build) == "baseline" ? 1 : median_speedup(group));
}

std::string in_words(std::size_t machines) {
    return machines == 1 ? "one machine" : fmt::format("{} machines", machines);
}

std::string number_or_none(std::size_t number) { return number == 0 ? "none" : std::to_string(number); }

/// What all tables' rows come to: for who reaches the threshold, and for who does not.
struct Sums {
    VerdictCount fast_enough;
    VerdictCount slow;
};

/// A table with a row for each question and group, of the verdicts that @p judged makes of the group's trials and the
/// threshold; then, of @p what, the sums.
template <typename Judge> std::string table(const std::vector<SpeedMeasurement>& measurements,
                                            const char* what, Sums& sums, Judge judge_group) {
    std::string text =
        "| build | lab | machine | beside it | reaches | verdicts | passed | too close | failed |\n"
        "|---|---|---:|---|---:|---:|---:|---:|---:|\n";
    for (const VerdictCase& verdict_case : verdict_cases)
        for (const auto& [group, of_group] : groups_of(measurements, verdict_case.build)) {
            const VerdictCount count = judge_group(of_group, threshold_of(verdict_case, of_group));
            (verdict_case.fast_enough ? sums.fast_enough : sums.slow) += count;
            text +=
                fmt::format("| {} | {} | {} | {} | {:.3f} | {} | {} | {} | {} |\n", verdict_case.what,
                            group.lab, group.machine + 1, group.under_load ? "another program" : "nothing",
                            median_speedup(of_group), count.verdicts, count.above, count.close, count.below);
        }
    return text + fmt::format("\nOf {} {} on builds that reach their threshold, {} {} a fail.\nOf {} on "
                              "builds that are 10 % too slow, {} failed and {} passed.\n",
                              sums.fast_enough.verdicts, what, number_or_none(sums.fast_enough.below),
                              sums.fast_enough.below > 1 ? "were" : "was", sums.slow.verdicts,
                              number_or_none(sums.slow.below), number_or_none(sums.slow.above));
}

/// What the GPUs' clocks did meanwhile; empty where nobody told of them.
std::string clocks_text(const std::vector<SpeedMeasurement>& measurements) {
    unsigned low = 0;
    unsigned high = 0;
    std::size_t dropped = 0;
    std::size_t pairs = 0;
    std::set<std::string> slowdowns;
    for (const SpeedMeasurement& measurement : measurements) {
        if (!measurement.clocks.known()) continue;
        low = low == 0 ? measurement.clocks.low_mhz : std::min(low, measurement.clocks.low_mhz);
        high = std::max(high, measurement.clocks.high_mhz);
        dropped += measurement.clocks.dropped;
        pairs += pairs_of(measurement.rounds).size() + measurement.clocks.dropped;
        slowdowns.merge([&] {
            const std::vector<std::string> words = slowdown_names(measurement.clocks.slowdowns);
            return std::set<std::string>(words.begin(), words.end());
        }());
    }
    if (high == 0) return {};
    return fmt::format(
        "The multiprocessors ran at {} to {} MHz; what held them back: {}. Of {} pairs, {} were "
        "dropped because of unequal clocks.\n\n",
        low, high, slowdowns.empty() ? "nothing" : fmt::format("{}", fmt::join(slowdowns, ", ")), pairs,
        dropped);
}

} // namespace

double median_speedup(const std::vector<SpeedMeasurement>& measurements) {
    std::vector<double> ratios;
    for (const SpeedMeasurement& measurement : measurements)
        if (measurement.wrong.empty())
            for (const Round& round : measurement.rounds) ratios.push_back(round.ratio().median);
    return ratios.empty() ? 0 : median(ratios);
}

VerdictCount verdicts_on(const std::vector<SpeedMeasurement>& measurements, double threshold) {
    VerdictCount count;
    for (const SpeedMeasurement& measurement : measurements)
        count.add(measurement.wrong.empty() ? judge(measurement.rounds, threshold).where
                                            : ThresholdSide::below);
    return count;
}

VerdictCount resampled_verdicts(const std::vector<SpeedMeasurement>& measurements, double threshold,
                                std::size_t number) {
    std::array<std::vector<Round>, rounds_per_verdict> at;
    for (const SpeedMeasurement& measurement : measurements)
        if (measurement.wrong.empty() && measurement.rounds.size() == at.size())
            for (std::size_t place = 0; place < at.size(); ++place)
                at[place].push_back(measurement.rounds[place]);
    std::mt19937_64 random(1); // the same page each time
    VerdictCount count;
    for (std::size_t i = 0; i < number && !at.front().empty(); ++i) {
        std::vector<Round> three;
        three.reserve(at.size());
        for (const std::vector<Round>& rounds : at) three.push_back(rounds[random() % rounds.size()]);
        count.add(judge(three, threshold).where);
    }
    return count;
}

std::string in_words(const SpeedMeasurement& measurement) {
    if (!measurement.wrong.empty()) return measurement.wrong;
    const SpeedVerdict verdict = judge(measurement.rounds, 1);
    return fmt::format("{:.3f} ({:.3f} to {:.3f}), baselines {:.1f} % apart", verdict.ratio.median,
                       verdict.ratio.low, verdict.ratio.high, 100 * verdict.control);
}

std::string page(const std::vector<SpeedMeasurement>& measurements) {
    if (measurements.empty()) throw EnvironmentError("there are no trials");
    std::string text = fmt::format(
        "# How often a verdict on speed is wrong\n\n"
        "`build/bin/verdict_bench judge` prints this page of the times in `verdicts/`, which `verdict_bench "
        "measure` took on {} ({}),\n"
        "as the step `fast` does: three rounds of fresh processes each, at the level `keeper`. Where another "
        "program ran beside it,\n"
        "that was `build/bin/neighbour`, which uses GPU and host in bursts. What a build reaches is the "
        "middle of all its rounds in\n"
        "the same surroundings on the same machine. A build that came to no times, because it was taken for "
        "a wrong one, counts "
        "as failed.\n\n",
        measurements.front().device, in_words(machines_of(measurements).size()));
    text += clocks_text(measurements);
    Sums real;
    text += table(measurements, "verdicts", real,
                  [](const std::vector<SpeedMeasurement>& group, double threshold) {
                      return verdicts_on(group, threshold);
                  });
    if (real.fast_enough.below == 0)
        text += fmt::format("So at 95 % confidence, at most {:.2f} % of verdicts fail a build that reaches "
                            "the threshold.\n",
                            100 * fail_rate_bound(0, real.fast_enough.verdicts));
    text += fmt::format(
        "\n## Drawn from the same processes\n\nNo new time was measured for these: in each "
        "row, {} times a first, a second and a third round are drawn from\nall that were recorded. Rounds of "
        "one place "
        "stay in it, because they are alike: where a process finds its memory depends\non those that "
        "were there before it.\n\n",
        resamples);
    Sums redrawn;
    text += table(measurements, "drawn verdicts", redrawn,
                  [](const std::vector<SpeedMeasurement>& group, double threshold) {
                      return resampled_verdicts(group, threshold, resamples);
                  });
    return text;
}

} // namespace grader::verdicts
