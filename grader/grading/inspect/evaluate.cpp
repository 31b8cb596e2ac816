#include "grading/inspect/evaluate.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace grader {
namespace {

double sum_of(const std::vector<std::string>& names, const Counts& counts) {
    double sum = 0;
    for (const std::string& name : names)
        if (const auto found = counts.find(name); found != counts.end()) sum += found->second;
    return sum;
}

double ratio(const Quantity& quantity, double parts, double whole) {
    return whole > 0 ? quantity.scale * parts / whole : quantity.value_without_denominator;
}

/// Returns the weight of each of @p launches in a mean: its memory traffic, so that a compute-only kernel
/// does not affect the memory metrics of another; or its instructions if no launch has traffic.
std::vector<double> weights_of(const std::vector<ObservedLaunch>& launches) {
    static const std::vector<std::string> sectors = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                                     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                                                     "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
                                                     "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"};
    static const std::vector<std::string> instructions = {"smsp__inst_executed.sum"};
    const auto by = [&](const std::vector<std::string>& counters) {
        std::vector<double> weights;
        for (const ObservedLaunch& launch : launches) weights.push_back(sum_of(counters, launch.counts));
        return weights;
    };
    std::vector<double> moved = by(sectors);
    return std::ranges::any_of(moved, [](double weight) { return weight > 0; }) ? moved : by(instructions);
}

double largest(const Quantity& quantity, const std::vector<ObservedLaunch>& launches) {
    double most = 0;
    for (const ObservedLaunch& launch : launches)
        most = std::max(most, sum_of(quantity.numerator, launch.counts));
    return most;
}

/// Returns the weighted mean over launches. The smallest launches, together less than a hundredth of the
/// total weight, are left out: a tail of one warp should not lower the result of the rest.
double mean_over_warps(const Quantity& quantity, const std::vector<ObservedLaunch>& launches) {
    constexpr double tail = 0.01;
    std::vector<std::pair<double, double>> weighed; // weight, value
    double all = 0;
    const std::vector<double> launch_weights = weights_of(launches);
    for (std::size_t n = 0; n < launches.size(); ++n) {
        weighed.emplace_back(launch_weights[n], sum_of(quantity.numerator, launches[n].counts));
        all += launch_weights[n];
    }
    std::sort(weighed.begin(), weighed.end());
    double total = 0;
    double weights = 0;
    double left_out = 0;
    for (const auto& [weight, value] : weighed) {
        if (left_out + weight < tail * all) {
            left_out += weight;
            continue;
        }
        total += weight * value;
        weights += weight;
    }
    return weights > 0 ? total / weights : 0;
}

} // namespace

double evaluate(const Quantity& quantity, const Counts& counts) {
    const double parts = sum_of(quantity.numerator, counts) - sum_of(quantity.excluded_numerator, counts);
    if (quantity.aggregation != Aggregation::ratio) return parts;
    return ratio(quantity, parts,
                 sum_of(quantity.denominator, counts) - sum_of(quantity.excluded_denominator, counts));
}

double evaluate(const Quantity& quantity, const std::vector<ObservedLaunch>& launches,
                const Counts& of_call) {
    if (quantity.aggregation == Aggregation::largest) return largest(quantity, launches);
    if (quantity.aggregation == Aggregation::weighted_mean) return mean_over_warps(quantity, launches);
    Counts together = of_call;
    for (const ObservedLaunch& launch : launches)
        for (const auto& [name, value] : launch.counts) together[name] += value;
    return evaluate(quantity, together);
}

std::map<std::string, double> all_quantities(const std::vector<ObservedLaunch>& launches,
                                             const Counts& of_call) {
    std::map<std::string, double> values;
    for (const Quantity& quantity : known_quantities())
        values[quantity.name] = evaluate(quantity, launches, of_call);
    return values;
}

std::string missing_part(const Quantity& quantity, const ObservedLaunch& launch) {
    for (const auto* names : {&quantity.numerator, &quantity.denominator, &quantity.excluded_numerator,
                              &quantity.excluded_denominator})
        for (const std::string& name : *names)
            if (!is_call_counter(name) && !launch.counts.contains(name)) return name;
    return {};
}

std::string format_quantity(const Quantity& quantity, double value) {
    if (quantity.share) return fmt::format("{:.4g} %", 100 * value);
    return value < 1000 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
}

} // namespace grader
