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

std::vector<CallRemedy> remedies_of(const ModelledCall& call) {
    std::map<Place, double> gains;
    std::map<Shape, const ModelledTime*> asked;
    for (std::size_t n = 0; n < call.launches.size(); ++n) {
        const SeenLaunch& launch = call.launches[n];
        if (!launch.time) continue;
        const ModelledTime*& last = asked[{launch.symbol, launch.grid, launch.block}];
        if (!launch.time->remedies.empty() || last == nullptr) last = &*launch.time;
        for (const ModelledRemedy& remedy : last->remedies) {
            const double then = launch.time->ms * remedy.ms / last->ms;
            gains[{remedy.file, remedy.line, remedy.what}] +=
                call.in_timed_case(n, launch.time->ms) - call.in_timed_case(n, then);
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
        {"sectors", "let neighbouring threads use neighbouring bytes"},
        {"shared_tile", "load it once for 16 threads, into shared memory"},
        {"bank_conflicts", "avoid its bank conflicts"},
        {"register_tile", "keep half of what it loads in registers"},
        {"atomics_in_shared", "add up in shared memory first, block by block"},
        {"own_counters", "give each thread a counter of its own"},
        {"loads_in_flight", "begin two of its loads before you use one"},
        {"wide_accesses", "move four neighbouring elements at a time"},
        {"occupancy", "let an SM hold as many blocks as it can"},
        {"divergence", "let all threads of a warp go the same way"},
        {"instructions", "do without half of the arithmetic"},
        {"work_a_thread", "do the same work with a quarter of the blocks"},
    };
    const auto known = words.find(what);
    return std::string(known == words.end() ? std::string_view(what) : known->second);
}

} // namespace grader
