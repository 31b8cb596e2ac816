#include "grade/call_remedies.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "course/remedy_kinds.h"

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
    const RemedyKind* const kind = remedy_kind(what);
    return kind == nullptr ? what : kind->words;
}

} // namespace grader
