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
struct ComparedKernel {
    std::string build;  ///< `baseline`, a rung, `solution`, or a program's name
    KernelCounts here;  ///< by the simulator
    Counts there;       ///< by the GPU
    bool alone = false; ///< the GPU has not counted this build, and a reason says why
};

/// All builds of a lab, or one program.
struct Comparison {
    std::vector<ComparedKernel> kernels; ///< in the order of the builds and of their launches
    std::vector<CounterReason> reasons;  ///< that hold for them
    std::vector<std::string> faults;     ///< what makes it fail, a sentence each
};

/// Which builds of a group are compared.
enum class Compared {
    all,    ///< each reason has to explain something
    sample, ///< a reason may be about one of the others
};

/// Puts @p here beside @p there. A fault is a build or kernel that only one of them has, a difference beyond
/// its tolerance, either without a reason among @p reasons; a reason that explains nothing; an empty record.
Comparison compare_counters(const std::vector<BuildCounts>& here, const std::vector<BuildCounts>& there,
                            std::vector<CounterReason> reasons, Compared compared = Compared::all);

/// @p comparison as a Markdown table: a row a kernel, a column for each counter that is not 0 everywhere. Where
/// the two differ, a cell has the GPU's count first. Below it are the reasons.
std::string counters_table(const Comparison& comparison);

} // namespace grader
