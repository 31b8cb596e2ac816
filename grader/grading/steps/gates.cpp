#include "grading/steps/gates.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/quantity.h"
#include "grading/inspect/evaluate.h"

namespace grader {
namespace {

/// What a message says of a counter.
struct Told {
    std::string counter;
    std::string words;
};

/// What @p told has about @p counter, or its end.
auto about(std::vector<Told>& told, const std::string& counter) {
    return std::ranges::find(told, counter, &Told::counter);
}

/// Adds the @p words about @p counter, in the place of what was told of it before.
void tell(std::vector<Told>& told, const std::string& counter, const std::string& words) {
    if (const auto before = about(told, counter); before != told.end())
        before->words = words;
    else
        told.push_back({counter, words});
}

std::string joined(const std::vector<Told>& told) {
    std::vector<std::string> words;
    for (const Told& one : told) words.push_back(one.words);
    return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace

std::string bounds_of(const Gate& gate, const Quantity& quantity) {
    std::vector<std::string> bounds;
    if (gate.min) bounds.push_back("at least " + format_quantity(quantity, *gate.min));
    if (gate.max) bounds.push_back("at most " + format_quantity(quantity, *gate.max));
    return fmt::format("{}", fmt::join(bounds, " and "));
}

bool keeps(const Gate& gate, double value, double margin) {
    // Counters are sums of whole numbers; only their quotients are rounded.
    constexpr double rounding = 1e-9;
    return (!gate.min || value >= *gate.min * (1 + margin) - rounding) &&
           (!gate.max || value <= *gate.max * (1 - margin) + rounding);
}

void judge_gates(Step& step, const std::vector<Gate>& gates, const std::string& id, LabGrade& grade,
                 const std::string& item) {
    double earned = 0;
    double total = 0;
    // Several gates on one counter go from the widest to the closest. The first that is missed says what to do next, and
    // the last that is kept says all there is to say; so a message names each counter once.
    std::vector<Told> missed;
    std::vector<Told> kept;
    for (const Gate& gate : gates) {
        const Quantity& quantity = *find_quantity(gate.counter);
        const double value = grade.counters.at(gate.counter);
        total += gate.weight;
        const std::string words = fmt::format("{} {} ({})", in_words(quantity, item),
                                              format_quantity(quantity, value), bounds_of(gate, quantity));
        grade.gates.push_back({gate.counter, in_words(quantity, item), value, keeps(gate, value)});
        if (keeps(gate, value)) {
            earned += gate.weight;
            tell(kept, gate.counter, words);
        } else if (about(missed, gate.counter) == missed.end()) {
            tell(missed, gate.counter, words);
            step.details.push_back(fmt::format("{} [slides/{}.md#{}]", gate.text, id, gate.slide));
        }
    }
    step.status = missed.empty() ? Status::pass : Status::fail;
    step.message = joined(missed.empty() ? kept : missed);
    step.points = step.max_points * earned / total;
    // Who misses one gate sees which ones are done.
    if (!missed.empty())
        for (const Told& told : kept) step.details.push_back(kept_gate + told.words);
}

} // namespace grader
