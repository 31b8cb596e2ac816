#pragma once

/// @file
/// Comparison of the simulator's counts with a GPU's.

#include <string>
#include <vector>

#include "authoring/records/counters/metrics.h"
#include "authoring/records/counters/reasons.h"
#include "authoring/records/counters/record.h"

namespace grader {

/// A kernel of a build, with the counts of both.
struct KernelComparison {
    std::string build;       ///< `baseline`, a rung, `solution`, or a program's name
    KernelCounts simulated;  ///< the simulator's counts
    Counts on_gpu;           ///< the GPU's counts
    bool not_on_gpu = false; ///< the GPU did not count this build, and a reason explains why
};

/// Comparison of all builds of a lab, or of one program.
struct CounterComparison {
    std::vector<KernelComparison> kernels; ///< in the order of the builds and of their launches
    std::vector<CounterReason> reasons;    ///< reasons that apply to them
    std::vector<std::string> faults;       ///< why the comparison fails, one sentence each
};

/// Scope of a comparison.
enum class ComparisonScope {
    all,    ///< all builds: each reason must explain a difference
    sample, ///< some of the builds: a reason may apply to others
};

/// Compares @p simulated with @p on_gpu. Faults are: a build or kernel that only one of them has, and a
/// difference beyond its tolerance, either without a reason among @p reasons; a reason that explains nothing;
/// an empty record.
CounterComparison compare_counters(const std::vector<BuildCounts>& simulated,
                                   const std::vector<BuildCounts>& on_gpu, std::vector<CounterReason> reasons,
                                   ComparisonScope compared = ComparisonScope::all);

/// Renders @p comparison as a Markdown table: a row per kernel, a column per counter that is not 0
/// everywhere. If the two differ, the GPU's count is first in the cell. The reasons follow below the table.
std::string counters_table(const CounterComparison& comparison);

} // namespace grader
