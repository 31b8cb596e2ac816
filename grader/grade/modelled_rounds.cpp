#include "grade/modelled_rounds.h"

#include <array>
#include <map>
#include <string>
#include <tuple>

namespace grader {
namespace {

/// A kernel and its grid and blocks.
using Launched = std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>>;

Launched launched(const SeenLaunch& launch) { return {launch.symbol, launch.grid, launch.block}; }

} // namespace

std::vector<LaunchRounds> rounds_of(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes) {
    if (modelled.rounds_of.empty())
        return std::vector<LaunchRounds>(launches.size(), {static_cast<double>(modelled.rounds), 1});
    const auto done = static_cast<std::size_t>(sizes.at(modelled.rounds_of));
    std::map<Launched, std::size_t> times;
    for (const SeenLaunch& launch : launches) ++times[launched(launch)];
    std::map<Launched, std::size_t> seen;
    std::vector<LaunchRounds> rounds;
    for (const SeenLaunch& launch : launches) {
        const std::size_t all = times[launched(launch)];
        const bool last = all % done == 0 && seen[launched(launch)]++ >= all - all / done;
        const double as_often = last ? 1.0 + static_cast<double>(modelled.rounds - done) : 1.0;
        rounds.push_back({as_often, as_often});
    }
    return rounds;
}

} // namespace grader
