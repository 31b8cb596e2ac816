#pragma once

/// @file
/// The metrics: names, meanings, and how each is computed. One table defines the values of launches and
/// lines, the report and the page of counters.

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

/// Facts of a launch that are known without counting instructions.
struct LaunchFacts {
    std::array<std::uint32_t, 3> grid = {1, 1, 1};  ///< in blocks
    std::array<std::uint32_t, 3> block = {1, 1, 1}; ///< in threads
    std::uint32_t dynamic_shared = 0;               ///< bytes per block
    KernelResources resources = {};                 ///< resources of the kernel
    Occupancy occupancy = {};                       ///< theoretical occupancy with blocks of this size
    double achieved_occupancy = 0;                  ///< see achieved_occupancy()
    double waves = 0;      ///< number of blocks of the grid over the number that the device holds at once
    L2::Traffic dram = {}; ///< L2 and DRAM traffic of this launch
};

/// Returns the facts of a launch on a device.
LaunchFacts launch_facts(const Device& device, const KernelResources& resources,
                         std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block,
                         std::uint32_t dynamic_shared, L2::Traffic dram);

/// A row of the table of metrics.
struct Metric {
    /// Computes a metric from the counts and, for a launch, its facts.
    using Compute = std::optional<double> (*)(const Sums& sums, const LaunchFacts& facts);

    std::string_view name;    ///< Nsight Compute's name, or `kernelsmith__...` if it has none
    std::string_view alias;   ///< short name for gates; empty for most
    std::string_view unit;    ///< `inst`, `byte`, `%`
    std::string_view meaning; ///< description on the page of counters
    /// Difference from what the hardware counts under this name; empty: none that matters.
    std::string_view differs;
    bool of_launch;  ///< only a launch has a value, not a line
    Compute compute; ///< returns nullopt for a ratio with denominator zero

    /// Returns whether Nsight Compute has the metric under this name.
    [[nodiscard]] bool in_nsight() const { return !name.starts_with("kernelsmith__"); }
};

/// Returns all rows.
std::span<const Metric> metrics();
/// Returns the row of a name or alias; null if there is none.
const Metric* find_metric(std::string_view name_or_alias);

/// A metric with its value.
struct MetricValue {
    std::uint16_t metric = 0; ///< index in metrics()
    double value = 0;         ///< value in the metric's unit
};

/// Returns all metrics of a launch that have a value.
std::vector<MetricValue> launch_values(const Sums& sums, const LaunchFacts& facts);
/// Returns all metrics of a line that are not zero.
std::vector<MetricValue> line_values(const Sums& sums);

/// Returns the table as a page of Markdown: docs/counters.md.
std::string metrics_page();

} // namespace simulator
