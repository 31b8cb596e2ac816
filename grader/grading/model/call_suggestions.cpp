#include "grading/model/call_suggestions.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "course/suggestion_kinds.h"

namespace grader {
namespace {

/// A kernel with its grid and block sizes.
using Shape = std::tuple<std::string, std::array<unsigned, 3>, std::array<unsigned, 3>>;
using SourceLocation = std::tuple<std::string, std::size_t, std::string>;

constexpr const char* host_work = "host_work";
constexpr const char* host_waits = "host_waits";

/// Adds the gains of less work on the host.
void add_host_suggestions(std::vector<CallSuggestion>& suggestions, const ModelledCall& call) {
    suggestions.push_back({"", 0, host_work, call.ms_with_steps(remove_host_work(call.steps))});
    suggestions.push_back({"", 0, host_waits, call.ms_with_steps(merge_host_waits(call.steps))});
}

} // namespace

std::vector<CallSuggestion> suggestions_of(const ModelledCall& call) {
    const std::vector<double> now = call.part_times();
    std::map<SourceLocation, std::vector<double>> then;
    std::map<Shape, const ModelledTime*> asked;
    for (std::size_t n = 0; n < call.launches.size(); ++n) {
        const ObservedLaunch& launch = call.launches[n];
        if (!launch.time) continue;
        const ModelledTime*& last = asked[{launch.symbol, launch.grid, launch.block}];
        if (!launch.time->suggestions.empty() || last == nullptr) last = &*launch.time;
        for (const ModelledSuggestion& suggestion : last->suggestions) {
            const auto place =
                then.try_emplace({suggestion.file, suggestion.line, suggestion.what}, now).first;
            place->second[n] = now[n] * suggestion.ms / last->ms;
        }
    }
    std::vector<CallSuggestion> suggestions;
    for (const auto& [place, part_ms] : then)
        suggestions.push_back(
            {std::get<0>(place), std::get<1>(place), std::get<2>(place), call.ms_with_part_times(part_ms)});
    add_host_suggestions(suggestions, call);
    // the same bound as the simulator's for the gain of a launch
    constexpr double max_remaining_share = 0.97;
    std::erase_if(suggestions, [&](const CallSuggestion& suggestion) {
        return suggestion.ms >= max_remaining_share * call.time.ms;
    });
    std::ranges::stable_sort(suggestions, {}, &CallSuggestion::ms);
    return suggestions;
}

const char* subject_of(const CallSuggestion& suggestion) {
    if (suggestion.line != 0) return "line";
    return suggestion.what == host_work || suggestion.what == host_waits ? "host" : "kernel";
}

std::string suggestion_in_words(const std::string& what) {
    const SuggestionKind* const kind = suggestion_kind(what);
    return kind == nullptr ? what : kind->words;
}

} // namespace grader
