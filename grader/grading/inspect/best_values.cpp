#include "grading/inspect/best_values.h"

#include <cmath>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace grader {
namespace {

constexpr double sector_bytes = 32;

/// A counter whose best value is the same for every line.
struct Fixed {
    std::string_view name;
    double best;
};

constexpr Fixed fixed[] = {
    {"smsp__thread_inst_executed_per_inst_executed.ratio", best_lanes},
    {"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", best_lanes},
    {"kernelsmith__thread_inst_waiting.sum", 0},
    {"smsp__sass_branch_targets_threads_divergent.sum", 0},
    {"smsp__sass_average_branch_targets_threads_uniform.pct", 100},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", 100},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", 100},
    {"kernelsmith__bytes_per_byte_moved_mem_global.ratio", 1},
    {"kernelsmith__lanes_per_address_mem_global_op_atomic.ratio", 1},
    {"kernelsmith__lanes_per_address_mem_shared_op_atomic.ratio", 1},
    {"kernelsmith__most_lanes_per_address_mem_global_op_atomic.ratio", 1},
    {"kernelsmith__most_lanes_per_address_mem_shared_op_atomic.ratio", 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", best_conflicts},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", best_conflicts},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", best_conflicts},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", best_conflicts},
    {"kernelsmith__bank_conflicts_per_request_mem_shared.ratio", best_conflicts},
};

/// The best values of one line, while they are computed.
class Best {
public:
    explicit Best(const Counts& counts) : counts_(counts) {}

    [[nodiscard]] double count(const std::string& name) const {
        const auto found = counts_.find(name);
        return found == counts_.end() ? 0 : found->second;
    }
    /// Sets the best value of @p name, if that was counted.
    void set(const std::string& name, double best) {
        if (counts_.contains(name)) best_[name] = best;
    }
    [[nodiscard]] Counts take() { return std::move(best_); }

private:
    const Counts& counts_;
    Counts best_;
};

/// Sets the number of sectors to the minimum that holds the bytes.
void set_sectors(Best& best, const char* way) {
    const double bytes = best.count(fmt::format("kernelsmith__bytes_distinct_mem_global_op_{}.sum", way));
    const double requests = best.count(fmt::format("l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum", way));
    const double sectors = std::ceil(bytes / sector_bytes);
    best.set(fmt::format("l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum", way), sectors);
    best.set(fmt::format("l1tex__t_bytes_pipe_lsu_mem_global_op_{}.sum", way), sectors * sector_bytes);
    if (requests > 0)
        best.set(fmt::format("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_{}.ratio", way),
                 sectors / requests);
}

/// Sets the number of wavefronts to the count without bank conflicts.
void set_wavefronts(Best& best, const char* way) {
    const std::string passes = fmt::format("l1tex__data_pipe_lsu_wavefronts_mem_shared{}.sum", way);
    best.set(passes,
             best.count(passes) -
                 best.count(fmt::format("l1tex__data_bank_conflicts_pipe_lsu_mem_shared{}.sum", way)));
}

} // namespace

Counts best_values(const Counts& counts) {
    Best best(counts);
    for (const auto& [name, value] : fixed) best.set(std::string(name), value);
    for (const char* way : {"ld", "st"}) set_sectors(best, way);
    for (const char* way : {"", "_op_ld", "_op_st", "_op_atom"}) set_wavefronts(best, way);
    return best.take();
}

} // namespace grader
