#pragma once

/// @file
/// The metrics that Nsight Compute and the simulator both count, and their tolerances.

#include <string>
#include <vector>

namespace grader {

/// A metric that both have under the same name.
struct ComparedMetric {
    std::string name;     ///< "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    std::string title;    ///< column header: "load sectors"
    double tolerance = 0; ///< largest relative difference; 0: the counts must be equal
    bool fact = false;    ///< a property of the kernel, independent of the number of launches
};

/// All metrics, in the order of a table's columns.
///
/// Instructions are not among them, because PTX instructions are not SASS instructions. These metrics depend
/// on the addresses that a program accesses, not on the instructions in between.
const std::vector<ComparedMetric>& compared_metrics();
/// Returns the names of all metrics.
std::vector<std::string> metric_names();

/// Reports whether @p simulated is within the tolerance of @p on_gpu, the hardware's count.
bool near_enough(const ComparedMetric& metric, double simulated, double on_gpu);

} // namespace grader
