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
    /// Whether there are as many in each round.
    [[nodiscard]] bool in_each(const Rounds& rounds) const { return count % rounds.modelled == 0; }
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

std::map<Launched, Repeats> repeats_among(const std::vector<SeenLaunch>& launches) {
    std::map<Launched, Repeats> repeats;
    for (const SeenLaunch& launch : launches) repeats[launched(launch)].add(instructions_of(launch));
    return repeats;
}

/// Of a kernel, the instructions of its launches.
struct Executed {
    double once = 0;          ///< of those that are not done in each round
    double in_each_round = 0; ///< of the others, in the timed case
    double in_all_rounds = 0; ///< of all, as a call with all rounds was counted

    /// How many times as much those that are done once execute in the timed case.
    [[nodiscard]] double growth() const {
        return once > 0 ? std::max(1.0, (in_all_rounds - in_each_round) / once) : 1;
    }
};

/// Of each kernel, by its symbol.
std::map<std::string, Executed> executed_by_kernels(const std::vector<SeenLaunch>& launches,
                                                    const std::vector<LaunchRounds>& rounds,
                                                    const std::map<Launched, Repeats>& repeats,
                                                    const Rounds& done, const std::vector<SeenLaunch>& all) {
    std::map<std::string, Executed> kernels;
    for (std::size_t n = 0; n < launches.size(); ++n) {
        Executed& kernel = kernels[launches[n].symbol];
        const double instructions = instructions_of(launches[n]);
        if (repeats.at(launched(launches[n])).in_each(done))
            kernel.in_each_round += rounds[n].work * instructions;
        else
            kernel.once += instructions;
    }
    for (const SeenLaunch& launch : all) kernels[launch.symbol].in_all_rounds += instructions_of(launch);
    return kernels;
}

} // namespace

std::vector<LaunchRounds> rounds_of(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed,
                                    const std::vector<SeenLaunch>& all) {
    if (modelled.rounds_of.empty() && modelled.steps_of.empty())
        return std::vector<LaunchRounds>(launches.size(), {static_cast<double>(modelled.rounds), 1});
    const Rounds done = done_by(modelled, sizes, timed);
    const double as_often = static_cast<double>(done.timed) / static_cast<double>(done.modelled);
    const std::map<Launched, Repeats> repeats = repeats_among(launches);
    std::map<Launched, std::size_t> seen;
    std::vector<LaunchRounds> rounds;
    for (const SeenLaunch& launch : launches) {
        const Repeats& same = repeats.at(launched(launch));
        const std::size_t number = seen[launched(launch)]++;
        const std::size_t first_of_last = same.count - same.count / done.modelled;
        double times = 1;
        if (same.in_each(done)) {
            if (!same.last_is_like_others(first_of_last))
                times = as_often;
            else if (number >= first_of_last)
                times += static_cast<double>(done.timed - done.modelled);
        }
        rounds.push_back({times, times});
    }
    if (all.empty()) return rounds;
    const auto kernels = executed_by_kernels(launches, rounds, repeats, done, all);
    for (std::size_t n = 0; n < launches.size(); ++n)
        if (!repeats.at(launched(launches[n])).in_each(done))
            rounds[n].work = kernels.at(launches[n].symbol).growth();
    return rounds;
}

bool depends_on_all_rounds(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                           const kernelsmith::Sizes& sizes) {
    if (modelled.rounds_of.empty()) return false; // powers of two are rounds of the baseline alone
    constexpr double that_matters = 0.1;
    const Rounds done = done_by(modelled, sizes, sizes);
    const std::map<Launched, Repeats> repeats = repeats_among(launches);
    double once = 0;
    double whole = 0;
    for (const SeenLaunch& launch : launches) {
        if (!launch.time) continue;
        whole += launch.time->ms;
        if (!repeats.at(launched(launch)).in_each(done)) once += launch.time->ms;
    }
    return once > that_matters * whole;
}

kernelsmith::Sizes with_all_rounds(const ModelledCase& modelled, kernelsmith::Sizes sizes) {
    sizes.at(modelled.rounds_of) = modelled.rounds;
    return sizes;
}

} // namespace grader
