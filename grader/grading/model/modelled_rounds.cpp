#include "grading/model/modelled_rounds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace grader {
namespace {

/// A kernel with its grid and block sizes.
using LaunchShape = std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>>;

/// The rounds of a call: work that it repeats in sequence.
struct RoundCounts {
    std::size_t modelled = 1; ///< rounds in the modelled call
    std::size_t timed = 1;    ///< rounds in the timed case
};

std::size_t powers_of_two_below(std::int64_t size) {
    return static_cast<std::size_t>(
        std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(size, 2) - 1)));
}

RoundCounts round_counts_of(const ModelledCase& modelled, const kernelsmith::Sizes& sizes,
                            const kernelsmith::Sizes& timed) {
    if (!modelled.rounds_of.empty())
        return {static_cast<std::size_t>(sizes.at(modelled.rounds_of)), modelled.rounds};
    return {powers_of_two_below(sizes.at(modelled.steps_of)),
            powers_of_two_below(timed.at(modelled.steps_of))};
}

double instructions_of(const ObservedLaunch& launch) {
    const auto executed = launch.counts.find("smsp__inst_executed.sum");
    return executed == launch.counts.end() ? 0 : executed->second;
}

/// All launches of one kernel in one shape.
struct RepeatedLaunches {
    std::size_t count = 0;
    double executed = 0; // executed instructions
    std::vector<double> instructions_by_launch = {};

    void add(double instructions) {
        ++count;
        executed += instructions;
        instructions_by_launch.push_back(instructions);
    }
    /// Returns whether each round has the same number of these launches.
    [[nodiscard]] bool occurs_in_each(const RoundCounts& rounds) const {
        return count % rounds.modelled == 0;
    }
    /// Returns whether the launches from index @p first on execute about as many instructions as the others.
    /// A first round that does the work of all rounds leaves no trace in the last one.
    [[nodiscard]] bool last_round_is_alike(std::size_t first) const {
        constexpr double alike = 0.9;
        double last = 0;
        for (std::size_t n = first; n < count; ++n) last += instructions_by_launch[n];
        return last * static_cast<double>(count) >= alike * executed * static_cast<double>(count - first);
    }
};

LaunchShape launch_shape(const ObservedLaunch& launch) { return {launch.symbol, launch.grid, launch.block}; }

std::map<LaunchShape, RepeatedLaunches> repeats_among(const std::vector<ObservedLaunch>& launches) {
    std::map<LaunchShape, RepeatedLaunches> repeats;
    for (const ObservedLaunch& launch : launches) repeats[launch_shape(launch)].add(instructions_of(launch));
    return repeats;
}

} // namespace

double total_ms(double part_ms, double begin_ms, double whole, const LaunchRounds& rounds) {
    return whole * ((part_ms - begin_ms) * rounds.work + begin_ms * rounds.launches);
}

std::vector<LaunchRounds> rounds_of(const std::vector<ObservedLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed,
                                    SingleLaunches single) {
    if (modelled.rounds_of.empty() && modelled.steps_of.empty())
        return std::vector<LaunchRounds>(launches.size(), {static_cast<double>(modelled.rounds), 1});
    const RoundCounts done = round_counts_of(modelled, sizes, timed);
    const double as_often = static_cast<double>(done.timed) / static_cast<double>(done.modelled);
    const double with_missing = 1.0 + static_cast<double>(done.timed - done.modelled);
    const std::map<LaunchShape, RepeatedLaunches> repeats = repeats_among(launches);
    std::map<LaunchShape, std::size_t> observed;
    std::vector<LaunchRounds> rounds;
    for (const ObservedLaunch& launch : launches) {
        const RepeatedLaunches& all = repeats.at(launch_shape(launch));
        const std::size_t number = observed[launch_shape(launch)]++;
        const std::size_t first_of_last = all.count - all.count / done.modelled;
        if (!all.occurs_in_each(done))
            rounds.push_back({single == SingleLaunches::loop ? as_often : 1, 1});
        else if (!all.last_round_is_alike(first_of_last))
            rounds.push_back({as_often, as_often});
        else if (number < first_of_last)
            rounds.push_back({1, 1});
        else
            rounds.push_back({with_missing, with_missing});
    }
    return rounds;
}

bool is_mostly_single(const std::vector<ObservedLaunch>& launches, const ModelledCase& modelled,
                      const kernelsmith::Sizes& sizes) {
    // the powers of two that steps_of names are rounds of the baseline only
    if (modelled.rounds_of.empty()) return false;
    const RoundCounts done = round_counts_of(modelled, sizes, sizes);
    const std::map<LaunchShape, RepeatedLaunches> repeats = repeats_among(launches);
    double single_ms = 0;
    double all_ms = 0;
    for (const ObservedLaunch& launch : launches) {
        if (!launch.time) continue;
        all_ms += launch.time->ms;
        if (!repeats.at(launch_shape(launch)).occurs_in_each(done)) single_ms += launch.time->ms;
    }
    return 2 * single_ms > all_ms;
}

double max_instructions(const std::vector<ObservedLaunch>& launches,
                        const std::vector<LaunchRounds>& rounds) {
    // Arithmetic that hides a loop within this tolerance would take longer than the loop.
    constexpr double tolerance = 1.02;
    double executed = 0;
    for (std::size_t n = 0; n < launches.size(); ++n)
        executed += rounds[n].work * instructions_of(launches[n]);
    return tolerance * executed;
}

kernelsmith::Sizes with_all_rounds(const ModelledCase& modelled, kernelsmith::Sizes sizes) {
    sizes.at(modelled.rounds_of) = modelled.rounds;
    return sizes;
}

} // namespace grader
