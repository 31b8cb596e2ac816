#include "authoring/records/counters/metrics.h"

#include <cmath>

namespace grader {

const std::vector<ComparedMetric>& compared_metrics() {
    constexpr double one_percent = 0.01;
    constexpr double five_percent = 0.05;
    static const std::vector<ComparedMetric> metrics = {
        {"launch__registers_per_thread", "registers", 0, true},
        {"sm__maximum_warps_per_active_cycle_pct", "occupancy, %", one_percent, true},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "loads", one_percent},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "their sectors", one_percent},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "stores", one_percent},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "their sectors", one_percent},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "atomics", 0},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "their sectors", one_percent},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", "reductions", 0},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "their sectors", one_percent},
        {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "local load sectors", one_percent},
        {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", "local store sectors", one_percent},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared load wavefronts", five_percent},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared store wavefronts", five_percent},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "shared atomic wavefronts", five_percent},
        {"smsp__inst_executed_op_shared_atom.sum", "shared atomics", 0},
        {"smsp__sass_branch_targets_threads_divergent.sum", "divergent branches", 0},
    };
    return metrics;
}

std::vector<std::string> metric_names() {
    std::vector<std::string> names;
    for (const ComparedMetric& metric : compared_metrics()) names.push_back(metric.name);
    return names;
}

bool near_enough(const ComparedMetric& metric, double simulated, double on_gpu) {
    return std::abs(simulated - on_gpu) <= metric.tolerance * on_gpu;
}

} // namespace grader
