#pragma once

/// @file
/// What Nsight Compute and the simulator both count, and how near to each other the two have to be.

#include <string>
#include <vector>

namespace grader {

/// A counter that both have under the same name.
struct ComparedMetric {
    std::string name;     ///< "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    std::string title;    ///< a column's head: "load sectors"
    double tolerance = 0; ///< the share by which they may differ; 0: they have to be equal
    bool fact = false;    ///< belongs to a kernel, however often it is launched
};

/// All of them, in the order of a table's columns.
///
/// Instructions are not among them: those of PTX are not those of the machine. What these count depends on
/// the addresses that a program asks for, not on what the instructions around it are.
const std::vector<ComparedMetric>& compared_metrics();
/// Their names.
std::vector<std::string> metric_names();

/// Whether @p here is near enough to @p there, what the hardware counted.
bool near_enough(const ComparedMetric& metric, double simulated, double on_gpu);

} // namespace grader
