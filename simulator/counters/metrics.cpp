#include "counters/metrics.h"

#include <algorithm>

namespace simulator {

LaunchFacts launch_facts(const Device& device, const KernelResources& resources,
                         std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block,
                         std::uint32_t dynamic_shared, L2::Traffic dram) {
    const std::uint32_t threads = block[0] * block[1] * block[2];
    const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
    LaunchFacts facts{
        grid, block, dynamic_shared, resources, occupancy(device, resources, threads, dynamic_shared), 0,
        0,    dram};
    facts.achieved_occupancy = achieved_occupancy(device, facts.occupancy, blocks, threads);
    const double at_once = static_cast<double>(facts.occupancy.blocks_per_sm) * device.multiprocessors;
    if (at_once > 0) facts.waves = static_cast<double>(blocks) / at_once;
    return facts;
}

const Metric* find_metric(std::string_view name_or_alias) {
    const auto all = metrics();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Metric& metric) {
        return metric.name == name_or_alias || (!metric.alias.empty() && metric.alias == name_or_alias);
    });
    return found == all.end() ? nullptr : &*found;
}

std::vector<MetricValue> launch_values(const Sums& sums, const LaunchFacts& facts) {
    std::vector<MetricValue> values;
    for (std::uint16_t n = 0; n < metrics().size(); ++n)
        if (const auto value = metrics()[n].compute(sums, facts)) values.push_back({n, *value});
    return values;
}

std::vector<MetricValue> line_values(const Sums& sums) {
    std::vector<MetricValue> values;
    for (std::uint16_t n = 0; n < metrics().size(); ++n) {
        if (metrics()[n].of_launch) continue;
        if (const auto value = metrics()[n].compute(sums, {}); value && *value != 0)
            values.push_back({n, *value});
    }
    return values;
}

} // namespace simulator
