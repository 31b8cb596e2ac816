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

Launched launched(const SeenLaunch& launch) { return {launch.symbol, launch.grid, launch.block}; }

} // namespace

std::vector<LaunchRounds> rounds_of(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed) {
    if (modelled.rounds_of.empty() && modelled.steps_of.empty())
        return std::vector<LaunchRounds>(launches.size(), {static_cast<double>(modelled.rounds), 1});
    const Rounds done = done_by(modelled, sizes, timed);
    std::map<Launched, std::size_t> times;
    for (const SeenLaunch& launch : launches) ++times[launched(launch)];
    std::map<Launched, std::size_t> seen;
    std::vector<LaunchRounds> rounds;
    for (const SeenLaunch& launch : launches) {
        const std::size_t all = times[launched(launch)];
        const bool last = all % done.modelled == 0 && seen[launched(launch)]++ >= all - all / done.modelled;
        const double as_often = last ? 1.0 + static_cast<double>(done.timed - done.modelled) : 1.0;
        rounds.push_back({as_often, as_often});
    }
    return rounds;
}

} // namespace grader
