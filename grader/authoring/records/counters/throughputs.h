#pragma once

/// @file
/// Throughputs of kernels relative to the GPU's peak: Nsight Compute's section "GPU Speed Of Light
/// Throughput".

#include <string>
#include <vector>

#include "authoring/records/counters/kernel_counts.h"

namespace grader {

/// Metrics of Nsight Compute: the duration of a launch, and the throughput of each part of the GPU in
/// percent of its peak over that duration.
struct Throughputs {
    static constexpr const char* duration_ns = "gpu__time_duration.sum";                  ///< duration in ns
    static constexpr const char* sm = "sm__throughput.avg.pct_of_peak_sustained_elapsed"; ///< units of the
                                                                                          ///< SMs
    static constexpr const char* l1 =
        "l1tex__throughput.avg.pct_of_peak_sustained_active"; ///< L1 with shared memory
    static constexpr const char* l2 = "lts__throughput.avg.pct_of_peak_sustained_elapsed";        ///< L2 with
                                                                                                  ///< atomics
    static constexpr const char* dram = "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"; ///< DRAM
};

/// Returns the names of all these metrics.
std::vector<std::string> throughput_metrics();

/// Merges @p launches by kernel: sums durations, and averages throughputs weighted by duration.
std::vector<KernelCounts> throughputs_by_kernel(const std::vector<ObservedLaunch>& launches);

/// Returns what limits a kernel with these throughputs: `sm`, `l1` or `memory`, whichever is highest;
/// `latency` if none is above 60 %. Memory is L2 and DRAM: data from DRAM counts as L2's throughput as well,
/// so L2 has the higher number of the two in every kernel that only reads DRAM.
std::string limit_of(const Counts& throughputs);
/// Maps the limiter @p limiter of the simulator's model to the names of limit_of(). Atomics are executed by
/// L2, but atomics on one word keep only one L2 slice busy, which no throughput shows; the paths between an
/// SM and L2 belong to L1.
std::string limit_named(const std::string& limiter);

} // namespace grader
