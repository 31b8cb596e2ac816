#include "grade/modelled_rounds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace grader {
namespace {

/// A kernel and its grid and blocks.
using Launched = std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>>;

/// What a call does several times, one after the other.
struct Rounds {
    std::size_t modelled = 1; ///< how often it does so
    std::size_t timed = 1;    ///< how often in the timed case
};

std::size_t powers_of_two_below(std::int64_t size) {
    return static_cast<std::size_t>(
        std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(size, 2) - 1)));
}

Rounds done_by(const ModelledCase& modelled, const kernelsmith::Sizes& sizes,
               const kernelsmith::Sizes& timed) {
    if (!modelled.rounds_of.empty())
        return {static_cast<std::size_t>(sizes.at(modelled.rounds_of)), modelled.rounds};
    return {powers_of_two_below(sizes.at(modelled.steps_of)),
            powers_of_two_below(timed.at(modelled.steps_of))};
}

double instructions_of(const SeenLaunch& launch) {
    const auto executed = launch.counts.find("smsp__inst_executed.sum");
    return executed == launch.counts.end() ? 0 : executed->second;
}

/// All launches of one kernel in one shape.
struct Repeats {
    std::size_t count = 0;
    double executed = 0; // instructions
    std::vector<double> of_each = {};

    void add(double instructions) {
        ++count;
        executed += instructions;
        of_each.push_back(instructions);
    }
    /// Whether those from the number @p first on execute about as much as the others: a first round that does the work of all
    /// shows in no last one.
    [[nodiscard]] bool last_is_like_others(std::size_t first) const {
        constexpr double alike = 0.9;
        double last = 0;
        for (std::size_t n = first; n < count; ++n) last += of_each[n];
        return last * static_cast<double>(count) >= alike * executed * static_cast<double>(count - first);
    }
};

Launched launched(const SeenLaunch& launch) { return {launch.symbol, launch.grid, launch.block}; }

} // namespace

std::vector<LaunchRounds> rounds_of(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed) {
    if (modelled.rounds_of.empty() && modelled.steps_of.empty())
        return std::vector<LaunchRounds>(launches.size(), {static_cast<double>(modelled.rounds), 1});
    const Rounds done = done_by(modelled, sizes, timed);
    const double as_often = static_cast<double>(done.timed) / static_cast<double>(done.modelled);
    std::map<Launched, Repeats> repeats;
    double executed = 0;
    for (const SeenLaunch& launch : launches) {
        repeats[launched(launch)].add(instructions_of(launch));
        executed += instructions_of(launch);
    }
    std::map<Launched, std::size_t> seen;
    std::vector<LaunchRounds> rounds;
    for (const SeenLaunch& launch : launches) {
        const Repeats& all = repeats[launched(launch)];
        const std::size_t number = seen[launched(launch)]++;
        const std::size_t first_of_last = all.count - all.count / done.modelled;
        const bool repeated = all.count % done.modelled == 0;
        if (repeated && all.last_is_like_others(first_of_last)) {
            const double times =
                number >= first_of_last ? 1.0 + static_cast<double>(done.timed - done.modelled) : 1.0;
            rounds.push_back({times, times});
        } else if (repeated) {
            rounds.push_back({as_often, as_often});
        } else {
            // Most of a call's work prepares nothing: the rounds are a loop in the kernel.
            const bool has_rounds = !modelled.rounds_of.empty() && all.executed > executed / 2;
            rounds.push_back({has_rounds ? as_often : 1, 1});
        }
    }
    return rounds;
}

} // namespace grader
