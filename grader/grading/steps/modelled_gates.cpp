#include "grading/steps/modelled_gates.h"

#include <algorithm>

#include "course/quantity.h"
#include "grading/grade/executed_code.h"
#include "grading/inspect/evaluate.h"
#include "grading/messages/counts.h"
#include "grading/steps/gates.h"

namespace grader {
namespace {

/// Returns @p gate, widened to the worst of the counted calls: it bounds their total, and the modelled call
/// resembles one of them.
Gate widened(Gate gate, const LabGrade& grade) {
    for (const auto& counters : grade.evidence.counters_by_call) {
        const auto value = counters.find(gate.counter);
        if (value == counters.end()) continue;
        if (gate.min) gate.min = std::min(*gate.min, value->second);
        if (gate.max) gate.max = std::max(*gate.max, value->second);
    }
    return gate;
}

} // namespace

std::optional<LaunchLogGap> modelled_call_difference(const Manifest& manifest,
                                                     const std::filesystem::path& source,
                                                     const LabGrade& grade, const CountedRun& modelled,
                                                     bool on_reference) {
    ExecutedCode known = grade.evidence.counted_code;
    add(known, grade.evidence.checked_code);
    const std::vector<std::string> beyond = new_lines(executed_code(modelled.observed, source), known);
    if (!grade.evidence.counted_code.empty() && !beyond.empty())
        return LaunchLogGap{{messages::ran_uncounted_line, {{"line", beyond.front()}}}, messages::same_code};

    constexpr double allowance = 0.25; // share of the bound, because another shape has other borders
    for (const Gate& gate : manifest.gates) {
        const Quantity& quantity = *find_quantity(gate.counter);
        const auto counted = grade.counters.find(gate.counter);
        if (quantity.aggregation != Aggregation::ratio || counted == grade.counters.end() ||
            !passes_gate(gate, counted->second) || (quantity.of_resident_blocks && !on_reference))
            continue;
        const double value = evaluate(quantity, modelled.observed, modelled.of_call);
        if (!passes_gate(widened(gate, grade), value, -allowance))
            return LaunchLogGap{{messages::other_counts,
                                 {{"counter", gate.counter},
                                  {"words", in_words(quantity, modelled.item)},
                                  {"shown", format_quantity(quantity, value)},
                                  {"bounds", bounds_of(gate, quantity)},
                                  {"counted", format_quantity(quantity, counted->second)}}},
                                messages::same_code};
    }
    return std::nullopt;
}

} // namespace grader
