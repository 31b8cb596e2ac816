#include "authoring/records/counters/comparison.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

namespace grader {
namespace {

double value_of(const Counts& counts, const std::string& name) {
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
}

/// Finds the element of @p all by the name that @p name_of returns; null if there is none.
template <typename T, typename NameOf>
const T* find_named(const std::vector<T>& all, const std::string& name, NameOf name_of) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const T& one) { return name_of(one) == name; });
    return found == all.end() ? nullptr : &*found;
}

const BuildCounts* find_cached_build(const std::vector<BuildCounts>& builds, const std::string& name) {
    return find_named(builds, name, [](const BuildCounts& build) { return build.name; });
}

const KernelCounts* find_kernel(const BuildCounts& build, const std::string& name) {
    return find_named(build.kernels, name, [](const KernelCounts& kernel) { return kernel.kernel; });
}

/// Returns the number of the first of @p reasons that @p holds accepts, from 1; 0 if there is none.
template <typename Holds> std::size_t first_reason(const std::vector<CounterReason>& reasons, Holds holds) {
    const auto found = std::find_if(reasons.begin(), reasons.end(), holds);
    return found == reasons.end() ? 0 : static_cast<std::size_t>(found - reasons.begin()) + 1;
}

std::size_t reason_for(const std::vector<CounterReason>& reasons, const KernelComparison& kernel,
                       const ComparedMetric& metric) {
    return first_reason(reasons, [&](const CounterReason& reason) {
        return reason.covers(kernel.build, kernel.simulated.kernel, metric.name);
    });
}

std::size_t excuse_for(const std::vector<CounterReason>& reasons, const std::string& build) {
    return first_reason(reasons, [&](const CounterReason& reason) { return reason.excuses(build); });
}

/// Pairs the kernels that both have. A kernel that only one has is a fault.
void pair_up(CounterComparison& comparison, const BuildCounts& simulated, const BuildCounts& on_gpu) {
    for (const KernelCounts& kernel : simulated.kernels) {
        const KernelCounts* counted = find_kernel(on_gpu, kernel.kernel);
        if (counted == nullptr || counted->launches != kernel.launches)
            comparison.faults.push_back(
                fmt::format("{}: {} was launched {} times on the simulator and {} times on the GPU",
                            simulated.name, kernel.kernel, kernel.launches,
                            counted == nullptr ? 0 : counted->launches));
        else
            comparison.kernels.push_back({simulated.name, kernel, counted->counts});
    }
    for (const KernelCounts& kernel : on_gpu.kernels)
        if (find_kernel(simulated, kernel.kernel) == nullptr)
            comparison.faults.push_back(fmt::format("{}: {} was launched on the GPU and not on the simulator",
                                                    simulated.name, kernel.kernel));
}

std::string counts_cell(const CounterComparison& comparison, const KernelComparison& kernel,
                        const ComparedMetric& metric) {
    const double simulated = value_of(kernel.simulated.counts, metric.name);
    const double on_gpu = value_of(kernel.on_gpu, metric.name);
    if (kernel.not_on_gpu)
        return simulated == 0
                   ? ""
                   : fmt::format("– / {:.0f} [{}]", simulated, excuse_for(comparison.reasons, kernel.build));
    if (simulated == on_gpu) return simulated == 0 ? "" : fmt::format("{:.0f}", simulated);
    std::string text = fmt::format("{:.0f} / {:.0f}", on_gpu, simulated);
    if (!near_enough(metric, simulated, on_gpu))
        text += fmt::format(" [{}]", reason_for(comparison.reasons, kernel, metric));
    return text;
}

} // namespace

CounterComparison compare_counters(const std::vector<BuildCounts>& simulated,
                                   const std::vector<BuildCounts>& on_gpu, std::vector<CounterReason> reasons,
                                   ComparisonScope compared) {
    CounterComparison comparison;
    comparison.reasons = std::move(reasons);
    std::set<std::size_t> used;
    for (const BuildCounts& build : simulated) {
        const std::size_t excuse = excuse_for(comparison.reasons, build.name);
        if (const BuildCounts* counted = find_cached_build(on_gpu, build.name)) {
            pair_up(comparison, build, *counted);
        } else if (excuse != 0) {
            for (const KernelCounts& kernel : build.kernels)
                comparison.kernels.push_back({build.name, kernel, {}, true});
            used.insert(excuse);
        } else {
            comparison.faults.push_back(build.name + " was not counted on the GPU");
        }
    }
    for (const BuildCounts& build : on_gpu)
        if (find_cached_build(simulated, build.name) == nullptr)
            comparison.faults.push_back(build.name + " was counted on the GPU and not on the simulator");
    if (on_gpu.empty()) comparison.faults.emplace_back("the GPU's record is empty");
    for (const KernelComparison& kernel : comparison.kernels)
        for (const ComparedMetric& metric : compared_metrics()) {
            const double counted_here = value_of(kernel.simulated.counts, metric.name);
            const double counted_there = value_of(kernel.on_gpu, metric.name);
            if (kernel.not_on_gpu || near_enough(metric, counted_here, counted_there)) continue;
            const std::size_t reason = reason_for(comparison.reasons, kernel, metric);
            used.insert(reason);
            if (reason == 0)
                comparison.faults.push_back(
                    fmt::format("{}: {} of {} is {:.0f} on the simulator and {:.0f} on the GPU", kernel.build,
                                metric.name, kernel.simulated.kernel, counted_here, counted_there));
        }
    for (std::size_t i = 0; i < comparison.reasons.size(); ++i)
        if (compared == ComparisonScope::all && !used.contains(i + 1))
            comparison.faults.push_back("this reason no longer explains a difference: " +
                                        comparison.reasons[i].text);
    return comparison;
}

std::string counters_table(const CounterComparison& comparison) {
    std::vector<ComparedMetric> columns;
    for (const ComparedMetric& metric : compared_metrics())
        if (std::any_of(comparison.kernels.begin(), comparison.kernels.end(),
                        [&](const KernelComparison& kernel) {
                            return value_of(kernel.simulated.counts, metric.name) +
                                       value_of(kernel.on_gpu, metric.name) !=
                                   0;
                        }))
            columns.push_back(metric);
    std::string text = "\n| program | kernel |";
    std::string rule = "|---|---|";
    for (const ComparedMetric& metric : columns) {
        text += fmt::format(" {} |", metric.title);
        rule += "---:|";
    }
    text += "\n" + rule + "\n";
    std::string last;
    for (const KernelComparison& kernel : comparison.kernels) {
        text += fmt::format("| {} | `{}` |", kernel.build == last ? "" : "`" + kernel.build + "`",
                            kernel.simulated.kernel);
        last = kernel.build;
        for (const ComparedMetric& metric : columns)
            text += fmt::format(" {} |", counts_cell(comparison, kernel, metric));
        text += "\n";
    }
    text += "\n";
    for (std::size_t i = 0; i < comparison.reasons.size(); ++i)
        text += fmt::format("{}. {}\n", i + 1, comparison.reasons[i].text);
    return text + (comparison.reasons.empty() ? "" : "\n");
}

} // namespace grader
