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

/// A build against a threshold, whose error rate the page reports.
struct VerdictCase {
    const char* what;  ///< description
    const char* build; ///< "baseline" or "solution"
    double share;      ///< threshold as a share of the build's speedup
    bool fast_enough;  ///< whether the build reaches the threshold
};

// The speedup of the baseline against itself is 1 by definition, whatever was measured.
constexpr std::array<VerdictCase, 3> verdict_cases = {
    {{"the baseline as a student's build, against 0.97", "baseline", 0.97, true},
     {"the solution, against 3 % less than its speedup", "solution", 0.97, true},
     {"the solution, against a threshold for which it is 10 % too slow", "solution", 1 / 0.9, false}}};

/// Returns the machines of @p measurements, in order of first occurrence.
std::vector<std::string> machines_of(const std::vector<SpeedMeasurement>& measurements) {
    std::vector<std::string> machines;
    for (const SpeedMeasurement& measurement : measurements)
        if (std::find(machines.begin(), machines.end(), measurement.machine) == machines.end())
            machines.push_back(measurement.machine);
    return machines;
}

/// Measurements that are judged against one threshold.
struct Group {
    std::string lab;
    std::size_t machine = 0; ///< index in machines_of()
    bool under_load = false; ///< whether another program used host and GPU

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

/// Sums over all tables: for builds that reach the threshold, and for those that do not.
struct Sums {
    VerdictCount fast_enough;
    VerdictCount slow;
};

/// Renders a table with a row per case and group, with the verdicts that @p judge_group returns for the group's
/// measurements and the threshold; then the sums of @p what.
template <typename Judge> std::string table(const std::vector<SpeedMeasurement>& measurements,
                                            const char* what, Sums& sums, Judge judge_group) {
    std::string text = "| build | lab | machine | load | speedup | verdicts | passed | too close | failed |\n"
                       "|---|---|---:|---|---:|---:|---:|---:|---:|\n";
    for (const VerdictCase& verdict_case : verdict_cases)
        for (const auto& [group, of_group] : groups_of(measurements, verdict_case.build)) {
            const VerdictCount count = judge_group(of_group, threshold_of(verdict_case, of_group));
            (verdict_case.fast_enough ? sums.fast_enough : sums.slow) += count;
            text +=
                fmt::format("| {} | {} | {} | {} | {:.3f} | {} | {} | {} | {} |\n", verdict_case.what,
                            group.lab, group.machine + 1, group.under_load ? "another program" : "none",
                            median_speedup(of_group), count.verdicts, count.above, count.close, count.below);
        }
    return text + fmt::format("\nOf {} {} on builds that reach their threshold, {} {} a fail.\nOf {} on "
                              "builds that are 10 % too slow, {} failed and {} passed.\n",
                              sums.fast_enough.verdicts, what, number_or_none(sums.fast_enough.below),
                              sums.fast_enough.below > 1 ? "were" : "was", sums.slow.verdicts,
                              number_or_none(sums.slow.below), number_or_none(sums.slow.above));
}

/// Describes the clock frequencies of the GPUs during the measurements; empty if none were recorded.
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
    return fmt::format("The multiprocessors ran at {} to {} MHz; throttle reasons: {}. Of {} pairs, {} were "
                       "dropped because of unequal clocks.\n\n",
                       low, high,
                       slowdowns.empty() ? "nothing" : fmt::format("{}", fmt::join(slowdowns, ", ")), pairs,
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
    std::mt19937_64 random(1); // fixed seed: the same page each time
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
                       verdict.ratio.low, verdict.ratio.high, 100 * verdict.baseline_spread);
}

std::string page(const std::vector<SpeedMeasurement>& measurements) {
    if (measurements.empty()) throw EnvironmentError("the record has no measurements");
    std::string text = fmt::format(
        "# Error rates of speed verdicts\n\n"
        "`build/bin/verdict_bench judge` prints this page from the times in `verdicts/`, which "
        "`verdict_bench measure` took on {} ({}),\nas the step `fast` does: three rounds of fresh processes "
        "each, at the level `keeper`. The load is\n`build/bin/neighbour`, which uses GPU and host in bursts. "
        "The speedup of a build is the median of all its rounds under\nthe same load on the same machine. A "
        "build without times, because it was judged wrong, counts as failed.\n\n",
        measurements.front().device, in_words(machines_of(measurements).size()));
    text += clocks_text(measurements);
    Sums real;
    text += table(measurements, "verdicts", real,
                  [](const std::vector<SpeedMeasurement>& group, double threshold) {
                      return verdicts_on(group, threshold);
                  });
    if (real.fast_enough.below == 0)
        text += fmt::format(
            "At 95 % confidence, at most {:.2f} % of verdicts fail a build that reaches the threshold.\n",
            100 * fail_rate_bound(0, real.fast_enough.verdicts));
    text += fmt::format("\n## Resampled rounds\n\nThese verdicts need no new measurement: for each row, a "
                        "first, a second and a third round are drawn {} times from\nthe recorded rounds (a "
                        "bootstrap). First rounds are drawn from first rounds and so on, because they are "
                        "similar: where a\nprocess gets its memory depends on the processes before it.\n\n",
                        resamples);
    Sums redrawn;
    text += table(measurements, "resampled verdicts", redrawn,
                  [](const std::vector<SpeedMeasurement>& group, double threshold) {
                      return resampled_verdicts(group, threshold, resamples);
                  });
    return text;
}

} // namespace grader::verdicts
