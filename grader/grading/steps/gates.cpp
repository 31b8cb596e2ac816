#include "grading/steps/gates.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/quantity.h"
#include "grading/inspect/evaluate.h"
#include "grading/messages/counts.h"

namespace grader {
namespace {

/// Returns the message of @p all about @p counter, or the end.
auto find_by_counter(std::vector<Message>& all, const std::string& counter) {
    return std::ranges::find_if(all, [&](const Message& one) { return one.text("counter") == counter; });
}

/// Adds @p gate to @p all, or replaces another one on the same counter.
void replace_or_append(std::vector<Message>& all, Message gate) {
    if (const auto before = find_by_counter(all, gate.text("counter")); before != all.end())
        *before = std::move(gate);
    else
        all.push_back(std::move(gate));
}

} // namespace

std::string bounds_of(const Gate& gate, const Quantity& quantity) {
    std::vector<std::string> bounds;
    if (gate.min) bounds.push_back("at least " + format_quantity(quantity, *gate.min));
    if (gate.max) bounds.push_back("at most " + format_quantity(quantity, *gate.max));
    return fmt::format("{}", fmt::join(bounds, " and "));
}

bool passes_gate(const Gate& gate, double value, double margin) {
    // Counters are sums of integers; only their quotients are rounded.
    constexpr double rounding = 1e-9;
    return (!gate.min || value >= *gate.min * (1 + margin) - rounding) &&
           (!gate.max || value <= *gate.max * (1 - margin) + rounding);
}

void judge_gates(Step& step, const std::vector<Gate>& gates, const std::string& id, LabGrade& grade,
                 const std::string& item) {
    double earned = 0;
    double total = 0;
    // Several gates on one counter are ordered from the widest to the tightest. The first that fails
    // determines what to do next, and the last that passes implies the others; so a message names each
    // counter once.
    std::vector<Message> missed;
    std::vector<Message> kept;
    for (const Gate& gate : gates) {
        const Quantity& quantity = *find_quantity(gate.counter);
        const double value = grade.counters.at(gate.counter);
        total += gate.weight;
        Message counted(messages::gate, {{"counter", gate.counter},
                                         {"words", in_words(quantity, item)},
                                         {"value", value},
                                         {"shown", format_quantity(quantity, value)},
                                         {"bounds", bounds_of(gate, quantity)}});
        if (gate.min) counted.add({"min", *gate.min});
        if (gate.max) counted.add({"max", *gate.max});
        grade.gates.push_back({gate.counter, in_words(quantity, item), value, passes_gate(gate, value)});
        if (passes_gate(gate, value)) {
            earned += gate.weight;
            replace_or_append(kept, counted);
        } else if (find_by_counter(missed, gate.counter) == missed.end()) {
            replace_or_append(missed, counted);
            step.details.emplace_back(messages::gate_advice, Arguments{{"counter", gate.counter},
                                                                       {"text", gate.text},
                                                                       {"lab", id},
                                                                       {"slide", gate.slide}});
        }
    }
    step.status = missed.empty() ? Status::pass : Status::fail;
    step.message = {messages::gates, {{"all", missed.empty() ? kept : missed}}};
    step.points = step.max_points * earned / total;
    // If a gate fails, show which ones pass.
    if (!missed.empty())
        for (const Message& gate : kept)
            step.details.emplace_back(messages::passed_gate, Arguments{{"gate", gate}});
}

} // namespace grader
