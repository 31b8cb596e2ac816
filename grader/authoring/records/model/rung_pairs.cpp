#include "authoring/records/model/rung_pairs.h"

#include <algorithm>

namespace grader::accuracy {

std::optional<GivenSuggestion> RungPair::hit() const {
    for (const GivenSuggestion& suggestion : suggestions)
        if (std::ranges::find(applies, suggestion.what) != applies.end()) return suggestion;
    return std::nullopt;
}

bool is_step(double lower_ms, double upper_ms) { return lower_ms >= min_step_speedup * upper_ms; }

std::vector<RungPair> pairs_of(const ComparedLab& lab) {
    std::vector<RungPair> pairs;
    for (std::size_t i = 1; i < lab.builds.size(); ++i) {
        const ComparedBuild& lower = lab.builds[i - 1];
        const ComparedBuild& upper = lab.builds[i];
        if (upper.name == "solution" || !is_step(lower.measured_ms, upper.measured_ms)) continue;
        pairs.push_back({lower.name, upper.name, lower.measured_ms / upper.measured_ms,
                         lower.modelled_ms / upper.modelled_ms, upper.applies, lower.suggestions});
    }
    return pairs;
}

} // namespace grader::accuracy
