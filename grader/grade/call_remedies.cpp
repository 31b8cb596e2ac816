#include "grade/call_remedies.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

namespace grader {
namespace {

/// A kernel and its shape.
using Shape = std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>>;
using Place = std::tuple<std::string, std::size_t, std::string>;

} // namespace

std::vector<CallRemedy> remedies_of(const Lab& lab, const ModelledCall& call) {
    std::map<Place, double> gains;
    std::map<Shape, const ModelledTime*> asked;
    for (const SeenLaunch& launch : call.launches) {
        if (!launch.time) continue;
        const ModelledTime*& last = asked[{launch.symbol, launch.grid, launch.block}];
        if (!launch.time->remedies.empty() || last == nullptr) last = &*launch.time;
        for (const ModelledRemedy& remedy : last->remedies) {
            const double then = launch.time->ms * remedy.ms / last->ms;
            gains[{remedy.file, remedy.line, remedy.what}] +=
                in_timed_case(lab, *launch.time, launch.time->ms) - in_timed_case(lab, *launch.time, then);
        }
    }
    std::vector<CallRemedy> remedies;
    for (const auto& [place, gain] : gains)
        remedies.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place), call.ms - gain});
    std::ranges::stable_sort(remedies, {}, &CallRemedy::ms);
    return remedies;
}

std::string remedy_in_words(const std::string& what) {
    static const std::map<std::string_view, std::string_view> words = {
        {"sectors", "neighbouring lanes on neighbouring bytes"},
        {"shared_tile", "what it loads comes once for 16 threads, which have it from shared memory"},
        {"bank_conflicts", "no bank of shared memory is read twice for it"},
        {"register_tile", "half of what it loads from shared memory stays in registers"},
        {"atomics_in_shared", "each block collects in shared memory what it changes"},
        {"own_counters", "no two lanes meet on a word that it changes"},
        {"loads_in_flight", "two loads of it are under way at once"},
        {"wide_accesses", "four neighbouring elements at a time"},
        {"occupancy", "an SM holds as many blocks as it can"},
        {"divergence", "all lanes of a warp go the same way"},
        {"instructions", "half the instructions that are no accesses to memory"},
        {"work_a_thread", "a quarter of the blocks do the same work"},
    };
    const auto known = words.find(what);
    return std::string(known == words.end() ? std::string_view(what) : known->second);
}

} // namespace grader
