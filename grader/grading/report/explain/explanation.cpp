#include "grading/report/explain/explanation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_text.h"
#include "grading/inspect/best_values.h"
#include "grading/inspect/evaluate.h"
#include "grading/inspect/line_costs.h"
#include "grading/inspect/observation_fields.h"
#include "grading/report/explain/slide_title.h"
#include "grading/report/explain/time_document.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/gates.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int explanation_format = 2;

template <class T> json nullable(const std::optional<T>& value) { return value ? json(*value) : json(); }

json launches_of(const CountedRun& run) {
    json launches = json::array();
    for (const Launch& launch : run.launches)
        launches.push_back({{"kernel", launch.kernel},
                            {"grid", launch.grid},
                            {"block", launch.block},
                            {"count", launch.count}});
    return launches;
}

json quantities_of(const CountedRun& run) {
    json quantities = json::array();
    for (const Quantity& quantity : known_quantities()) {
        const double value = evaluate(quantity, run.observed, run.of_call);
        quantities.push_back({{"name", quantity.name},
                              {"text", in_words(quantity, run.item)},
                              {"value", value},
                              {"shown", format_quantity(quantity, value)}});
    }
    return quantities;
}

json gates_of(const Explanation& explanation) {
    json gates = json::array();
    const std::string slides = read_text(explanation.lab.slides);
    for (const Gate& gate : explanation.lab.manifest.gates) {
        const Quantity& quantity = *find_quantity(gate.counter);
        const double value = evaluate(quantity, explanation.run.observed, explanation.run.of_call);
        gates.push_back({{"counter", gate.counter},
                         {"text", in_words(quantity, explanation.run.item)},
                         {"min", nullable(gate.min)},
                         {"max", nullable(gate.max)},
                         {"bound", bounds_of(gate, quantity)},
                         {"value", value},
                         {"shown", format_quantity(quantity, value)},
                         {"passed", passes_gate(gate, value)},
                         {"advice", gate.text},
                         {"slide", gate.slide},
                         {"slide_title", slide_title(slides, gate.slide)}});
    }
    return gates;
}

/// Returns @p counts as an object; @p known has the counters' names.
json counts_of(const Counts& counts, const std::set<std::string>& known) {
    json kept = json::object();
    for (const auto& [name, value] : counts)
        if (known.empty() || known.contains(name)) kept[name] = value;
    return kept;
}

/// Returns the ratio called @p name of @p line; null if the line has no such accesses.
json measure(const char* name, const LineCost& line) {
    const Quantity& quantity = *find_quantity(name);
    const bool any = std::ranges::any_of(quantity.denominator,
                                         [&](const std::string& part) { return line.counts.contains(part); });
    return any ? json(evaluate(quantity, line.counts)) : json();
}

json line_to_json(std::size_t number, std::string_view text, const LineCost* cost,
                  const std::set<std::string>& known) {
    const std::string_view kept = text.substr(0, text.find_last_not_of(" \t\r") + 1);
    json line = {{"line", number},
                 {"text", kept},
                 {"share", nullptr},
                 {"reason", ""},
                 {"measures",
                  {{"instructions", nullptr},
                   {"active_lanes", nullptr},
                   {"sectors_per_128_bytes", nullptr},
                   {"bank_conflicts", nullptr}}},
                 {"best", json::object()},
                 {"counts", json::object()}};
    if (cost == nullptr) return line;
    line["share"] = cost->share;
    line["reason"] = reason_of(*cost);
    line["measures"] = {{"instructions", cost->instructions},
                        {"active_lanes", measure("active_lanes", *cost)},
                        {"sectors_per_128_bytes", measure("sectors_per_128_bytes", *cost)},
                        {"bank_conflicts", nullable(cost->conflicts())}};
    line["best"] = counts_of(best_values(cost->counts), known);
    line["counts"] = counts_of(cost->counts, known);
    return line;
}

/// Returns every line of @p source, with its counters.
json lines_of(const fs::path& source, const std::vector<LineCost>& costs,
              const std::set<std::string>& known) {
    std::map<std::size_t, const LineCost*> by_number;
    for (const LineCost& cost : costs)
        if (fs::path(cost.file).filename() == source.filename()) by_number[cost.line] = &cost;
    json lines = json::array();
    const std::string text = read_text(source);
    for (const std::string_view line : split_lines(text)) {
        const auto found = by_number.find(lines.size() + 1);
        lines.push_back(
            line_to_json(lines.size() + 1, line, found == by_number.end() ? nullptr : found->second, known));
    }
    return lines;
}

/// Returns the executed lines of other files, in decreasing order of cost. The lab's header includes their
/// text.
json other_lines(const Explanation& explanation, const std::vector<LineCost>& costs,
                 const std::set<std::string>& known) {
    const fs::path header = explanation.lab.directory / "lab.h";
    const std::string text = read_text(header);
    const std::vector<std::string_view> of_header = split_lines(text);
    json lines = json::array();
    for (const LineCost& cost : costs) {
        const fs::path file = fs::path(cost.file).filename();
        if (file == explanation.source.filename()) continue;
        const bool has_text = file == header.filename() && cost.line - 1 < of_header.size();
        json line = line_to_json(cost.line, has_text ? of_header[cost.line - 1] : "", &cost, known);
        line["file"] = file.string();
        lines.push_back(std::move(line));
    }
    return lines;
}

json access_to_json(const ObservedLaunch& launch, const ObservedAccess& access) {
    json document = access;
    document["kernel"] = launch.kernel;
    document["file"] = fs::path(access.file).filename().string();
    document["buffer"] = sentence(access.buffer);
    return document;
}

/// Returns the accesses of the first launch of each kernel, whichever call made it.
json accesses_of(const CountedRun& run) {
    json accesses = json::array();
    std::set<std::string> reported_symbols;
    for (const ObservedLaunch& launch : run.observed) {
        if (launch.accesses.empty() || !reported_symbols.insert(launch.symbol).second) continue;
        for (const ObservedAccess& access : launch.accesses)
            accesses.push_back(access_to_json(launch, access));
    }
    return accesses;
}

} // namespace

json to_json(const Explanation& explanation) {
    const CountedRun& run = explanation.run;
    const std::vector<LineCost> costs = line_costs(run.observed);
    std::set<std::string> known;
    for (const CounterDescription& counter : run.counters) known.insert(counter.name);
    return {{"format", explanation_format},
            {"lab", explanation.lab.id},
            {"title", explanation.lab.manifest.title},
            {"device", run.device},
            {"source", explanation.source.filename().string()},
            {"wrong", sentence(run.wrong)},
            {"launches_without_lines", run.without_lines},
            {"launches", launches_of(run)},
            {"quantities", quantities_of(run)},
            {"time", to_json(explanation.time)},
            {"gates", gates_of(explanation)},
            {"lines", lines_of(explanation.source, costs, known)},
            {"other_lines", other_lines(explanation, costs, known)},
            {"counters", run.counters},
            {"accesses", accesses_of(run)}};
}

namespace {

/// Returns the elements of @p list, one per line.
std::string one_per_line(const json& list) {
    std::string text = "[";
    for (const json& element : list) {
        text += text.size() == 1 ? "\n    " : ",\n    ";
        text += json_text(element, -1, Characters::ascii);
    }
    return text + (list.empty() ? "]" : "\n  ]");
}

} // namespace

std::string render_json(const Explanation& explanation) {
    const json document = to_json(explanation);
    std::string text = "{";
    for (const auto& [key, value] : document.items()) {
        text += fmt::format("{}\n  {}: ", text.size() == 1 ? "" : ",", json_text(key, -1, Characters::ascii));
        text += value.is_array() ? one_per_line(value) : json_text(value, -1, Characters::ascii);
    }
    return text + "\n}\n";
}

} // namespace grader
