#include "inspect/quantity.h"

#include <algorithm>

#include <fmt/format.h>

namespace grader {
namespace {

double sum_of(const std::vector<std::string>& names, const Counts& counts) {
    double sum = 0;
    for (const std::string& name : names)
        if (const auto found = counts.find(name); found != counts.end()) sum += found->second;
    return sum;
}

double ratio(const Counter& counter, double parts, double whole) {
    return whole > 0 ? counter.scale * parts / whole : counter.of_nothing;
}

/// How much a launch weighs in a mean.
double weight_of(const SeenLaunch& launch) {
    static const std::vector<std::string> instructions = {"smsp__inst_executed.sum"};
    return sum_of(instructions, launch.counts);
}

double largest(const Counter& counter, const std::vector<SeenLaunch>& launches) {
    double most = 0;
    for (const SeenLaunch& launch : launches) most = std::max(most, sum_of(counter.parts, launch.counts));
    return most;
}

double mean_over_warps(const Counter& counter, const std::vector<SeenLaunch>& launches) {
    double total = 0;
    double weights = 0;
    for (const SeenLaunch& launch : launches) {
        total += weight_of(launch) * sum_of(counter.parts, launch.counts);
        weights += weight_of(launch);
    }
    return weights > 0 ? total / weights : 0;
}

} // namespace

double quantity(const Counter& counter, const Counts& counts) {
    const double parts = sum_of(counter.parts, counts);
    return counter.over == Over::ratio ? ratio(counter, parts, sum_of(counter.whole, counts)) : parts;
}

double quantity(const Counter& counter, const std::vector<SeenLaunch>& launches, const Counts& of_call) {
    if (counter.over == Over::largest) return largest(counter, launches);
    if (counter.over == Over::warps) return mean_over_warps(counter, launches);
    Counts together = of_call;
    for (const SeenLaunch& launch : launches)
        for (const auto& [name, value] : launch.counts) together[name] += value;
    return quantity(counter, together);
}

std::map<std::string, double> all_quantities(const std::vector<SeenLaunch>& launches, const Counts& of_call) {
    std::map<std::string, double> values;
    for (const Counter& counter : known_counters())
        values[counter.name] = quantity(counter, launches, of_call);
    return values;
}

std::string missing_part(const Counter& counter, const SeenLaunch& launch) {
    for (const auto* names : {&counter.parts, &counter.whole})
        for (const std::string& name : *names)
            if (!belongs_to_call(name) && !launch.counts.contains(name)) return name;
    return {};
}

std::string format_quantity(const Counter& counter, double value) {
    if (counter.share) return fmt::format("{:.4g} %", 100 * value);
    return value < 1000 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
}

} // namespace grader
