#pragma once

/// @file
/// How near kernels come to what a GPU can do: Nsight Compute's section "speed of light".

#include <string>
#include <vector>

#include "authoring/records/counters/kernel_counts.h"

namespace grader {

/// What is asked of Nsight Compute: how long a launch takes, and for how much of that each part of the GPU was as busy as it
/// can be, in percent.
struct Throughputs {
    static constexpr const char* duration_ns = "gpu__time_duration.sum";                  ///< all of it
    static constexpr const char* sm = "sm__throughput.avg.pct_of_peak_sustained_elapsed"; ///< the SMs' units
    static constexpr const char* l1 =
        "l1tex__throughput.avg.pct_of_peak_sustained_active"; ///< with shared memory
    static constexpr const char* l2 = "lts__throughput.avg.pct_of_peak_sustained_elapsed"; ///< with atomics
    static constexpr const char* dram =
        "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"; ///< memory itself
};

/// The names of all of them.
std::vector<std::string> throughput_metrics();

/// @p launches by kernel: durations together, the rest weighed by them.
std::vector<KernelCounts> throughputs_by_kernel(const std::vector<ObservedLaunch>& launches);

/// What limits a kernel by these throughputs: `sm`, `l1` or `memory`, whichever is highest; `latency` where none is above 60 %.
/// Memory is L2 and DRAM: what DRAM brings counts as L2's throughput, too, so that L2 has the higher number of the two in every
/// kernel that only reads DRAM.
std::string limit_of(const Counts& throughputs);
/// What the simulator's model calls @p limiter, as limit_of() would call it. Atomics are the work of L2,
/// but one word keeps only one of its parts busy, which no throughput tells; the paths between an SM and L2 belong to L1.
std::string limit_named(const std::string& limiter);

} // namespace grader
