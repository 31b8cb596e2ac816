#pragma once

/// @file
/// What the simulator counts beside what a GPU counted.

#include <string>
#include <vector>

#include "authoring/records/counters/metrics.h"
#include "authoring/records/counters/reasons.h"
#include "authoring/records/counters/record.h"

namespace grader {

/// A kernel of a build, counted twice.
struct KernelComparison {
    std::string build;       ///< `baseline`, a rung, `solution`, or a program's name
    KernelCounts simulated;  ///< by the simulator
    Counts on_gpu;           ///< by the GPU
    bool not_on_gpu = false; ///< the GPU has not counted this build, and a reason says why
};

/// All builds of a lab, or one program.
struct CounterComparison {
    std::vector<KernelComparison> kernels; ///< in the order of the builds and of their launches
    std::vector<CounterReason> reasons;    ///< that hold for them
    std::vector<std::string> faults;       ///< what makes it fail, a sentence each
};

/// Which builds of a group are compared.
enum class ComparisonScope {
    all,    ///< each reason has to explain something
    sample, ///< a reason may be about one of the others
};

/// Puts @p here beside @p there. A fault is a build or kernel that only one of them has, a difference beyond
/// its tolerance, either without a reason among @p reasons; a reason that explains nothing; an empty record.
CounterComparison compare_counters(const std::vector<BuildCounts>& simulated,
                                   const std::vector<BuildCounts>& on_gpu, std::vector<CounterReason> reasons,
                                   ComparisonScope compared = ComparisonScope::all);

/// @p comparison as a Markdown table: a row a kernel, a column for each counter that is not 0 everywhere. Where
/// the two differ, a cell has the GPU's count first. Below it are the reasons.
std::string counters_table(const CounterComparison& comparison);

} // namespace grader
