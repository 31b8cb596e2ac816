#pragma once

/// @file
/// The metrics: names, meanings, and how each is computed. One table gives the values of launches and lines,
/// the report and the page of counters.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counters/l2.h"
#include "counters/sums.h"
#include "gpu/occupancy.h"

namespace simulator {

/// What is known of a launch without counting instructions.
struct LaunchFacts {
    std::array<std::uint32_t, 3> grid = {1, 1, 1};  ///< in blocks
    std::array<std::uint32_t, 3> block = {1, 1, 1}; ///< in threads
    std::uint32_t dynamic_shared = 0;               ///< bytes a block
    KernelResources resources = {};                 ///< of the kernel
    Occupancy occupancy = {};                       ///< as far as its blocks let it get
    double achieved_occupancy = 0;                  ///< see achieved_occupancy()
    double waves = 0;      ///< blocks of the grid over those that the device holds at once
    L2::Traffic dram = {}; ///< of this launch
};

/// The facts of a launch on a device.
LaunchFacts launch_facts(const Device& device, const KernelResources& resources,
                         std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block,
                         std::uint32_t dynamic_shared, L2::Traffic dram);

/// A row of the table.
struct Metric {
    /// What a metric is computed from: the counts and, for a launch, its facts.
    using Compute = std::optional<double> (*)(const Sums& sums, const LaunchFacts& facts);

    std::string_view name;    ///< Nsight Compute's, or `kernelsmith__...` where it has none
    std::string_view alias;   ///< a short name for gates; empty for most
    std::string_view unit;    ///< `inst`, `byte`, `%`
    std::string_view meaning; ///< for the page of counters
    std::string_view differs; ///< from what the hardware counts under this name; empty: nothing worth knowing
    bool of_launch;           ///< has no value for a line
    Compute compute;          ///< nothing where a ratio has nothing to be a ratio of

    /// Whether Nsight Compute has it under this name.
    [[nodiscard]] bool in_nsight() const { return !name.starts_with("kernelsmith__"); }
};

/// All rows.
std::span<const Metric> metrics();
/// A row by name or alias; null when there is none.
const Metric* find_metric(std::string_view name_or_alias);

/// A metric that has a value.
struct MetricValue {
    std::uint16_t metric = 0; ///< index in metrics()
    double value = 0;         ///< in the metric's unit
};

/// All metrics of a launch that have a value.
std::vector<MetricValue> launch_values(const Sums& sums, const LaunchFacts& facts);
/// All metrics of a line that are not zero.
std::vector<MetricValue> line_values(const Sums& sums);

/// The table as a page of Markdown: docs/counters.md.
std::string metrics_page();

} // namespace simulator
