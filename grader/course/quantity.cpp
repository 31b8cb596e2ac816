#include "course/quantity.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace grader {
namespace {

using Names = std::vector<std::string>;

const Names instructions = {"smsp__inst_executed.sum"};
const Names thread_instructions = {"smsp__thread_inst_executed.sum"};
const Names special_functions = {"kernelsmith__inst_executed_pipe_xu.sum"};
const Names waiting_lanes = {"kernelsmith__thread_inst_waiting.sum"};
const Names requests = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"};
const Names sectors = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                       "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"};
// Counters of loads, stores and atomics: an atomic can replace a load and a store.
const Names all_requests = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                            "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"};
const Names all_sectors = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                           "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                           "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
                           "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"};
const Names bytes = {"kernelsmith__bytes_distinct_mem_global_op_ld.sum",
                     "kernelsmith__bytes_distinct_mem_global_op_st.sum"};
// Requests that a warp repeats while it polls are traffic caused by other blocks' timing, not by its own
// algorithm.
const Names repeated_requests = {"kernelsmith__requests_again_mem_global_op_ld.sum"};
const Names repeated_sectors = {"kernelsmith__sectors_again_mem_global_op_ld.sum"};
const Names repeated_threads = {"kernelsmith__threads_again_mem_global_op_ld.sum"};
const Names repeated_waiting = {"kernelsmith__thread_inst_waiting_again.sum"};
const Names repeated_bytes = {"kernelsmith__bytes_distinct_again_mem_global_op_ld.sum"};
// These count one wait for all threads that are resident on an SM, so that bytes over waits are the bytes in
// flight per SM.
const Names load_waits_of_sm = {"kernelsmith__load_waits_of_sm.sum"};
const Names arithmetic = {"smsp__sass_thread_inst_executed_op_fp32_pred_on.sum"};
const Names arithmetic_in_loading_code = {"kernelsmith__thread_inst_executed_op_fp32_beside_loads.sum"};
const Names load_requests = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"};
const Names load_bytes = {"kernelsmith__bytes_distinct_mem_global_op_ld.sum"};
const Names bytes_beyond_l1 = {"kernelsmith__bytes_beyond_l1_mem_global_op_ld.sum"};
const Names shared_loads = {"smsp__inst_executed_op_shared_ld.sum"};
const Names shared_load_bytes = {"kernelsmith__bytes_asked_mem_shared_op_ld.sum"};
const Names shared_requests = {"smsp__inst_executed_op_shared_ld.sum",
                               "smsp__inst_executed_op_shared_st.sum"};
const Names barriers = {"kernelsmith__barriers.sum"};
const Names multiply_adds = {call_counter::multiply_adds};
const Names items = {call_counter::items};
const Names needed_bytes = {call_counter::bytes};
const Names loads = {"kernelsmith__threads_mem_global_op_ld.sum", "kernelsmith__threads_mem_shared_op_ld.sum",
                     "kernelsmith__threads_mem_const_op_ld.sum", "kernelsmith__threads_mem_texture.sum"};
const Names global_loads = {"kernelsmith__threads_mem_global_op_ld.sum",
                            "kernelsmith__threads_mem_texture.sum"};
const Names global_atomics = {"kernelsmith__threads_mem_global_op_atomic.sum"};
const Names global_atomic_addresses = {"kernelsmith__addresses_mem_global_op_atomic.sum"};
const Names shared_atomics = {"kernelsmith__threads_mem_shared_op_atomic.sum"};
const Names shared_atomic_addresses = {"kernelsmith__addresses_mem_shared_op_atomic.sum"};
const Names shared_atomic_requests = {"kernelsmith__requests_mem_shared_op_atomic.sum"};
const Names shared_atomic_conflicts = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"};
const Names bank_conflicts = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                              "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"};

constexpr double sector_bytes = 32;
constexpr double coalesced_bytes = 128;   // 32 lanes with a float each
constexpr double max_request_bytes = 512; // 32 lanes with 16 bytes each
constexpr double warp_lanes = 32;
constexpr double share_of_lane = 1.0 / 32; // share of one lane in an instruction of a warp

} // namespace

const std::vector<Quantity>& known_quantities() {
    static const std::vector<Quantity> quantities = {
        {"instructions", "warp instructions", Aggregation::sum, instructions, {}},
        {"active_lanes", "active lanes per instruction", Aggregation::ratio, thread_instructions,
         instructions},
        {"instructions_per_item", "warp instructions per {item}", Aggregation::ratio, instructions, items},
        {"special_functions_per_item", "special functions per {item}", Aggregation::ratio, special_functions,
         items, warp_lanes},
        {"instructions_per_128_bytes", "warp instructions per 128 bytes", Aggregation::ratio, instructions,
         needed_bytes, coalesced_bytes},
        {"waiting_lanes_per_item", "inactive lanes per {item}", Aggregation::ratio, waiting_lanes, items, 1,
         0, false, repeated_waiting},
        {"sectors_per_request", "sectors per request", Aggregation::ratio, sectors, requests, 1, 0, false,
         repeated_sectors, repeated_requests},
        {"sectors_per_128_bytes", "sectors per 128 bytes", Aggregation::ratio, sectors, bytes,
         coalesced_bytes, 0, false, repeated_sectors, repeated_bytes},
        {"sector_efficiency", "used share of the bytes moved", Aggregation::ratio, bytes, sectors,
         1 / sector_bytes, 1, true, repeated_bytes, repeated_sectors},
        {"moved_per_needed_byte", "bytes moved per byte", Aggregation::ratio, all_sectors, needed_bytes,
         sector_bytes, 0, false, repeated_sectors},
        {"requests_per_512_bytes", "requests per 512 bytes", Aggregation::ratio, all_requests, needed_bytes,
         max_request_bytes, 0, false, repeated_requests},
        {"load_requests_per_512_bytes", "load requests per 512 bytes", Aggregation::ratio, load_requests,
         needed_bytes, max_request_bytes, 0, false, repeated_requests},
        {"bytes_per_load", "bytes per load instruction", Aggregation::ratio, load_bytes, load_requests, 1, 0,
         false, repeated_bytes, repeated_requests},
        {.name = "bytes_in_flight",
         .text = "bytes in flight per SM",
         .aggregation = Aggregation::ratio,
         .numerator = bytes_beyond_l1,
         .denominator = load_waits_of_sm,
         .of_resident_blocks = true},
        {"overlapped_arithmetic", "arithmetic done while loads are in flight", Aggregation::ratio,
         arithmetic_in_loading_code, arithmetic, 1, 0, true},
        {"bytes_per_shared_load", "bytes per shared-memory load", Aggregation::ratio, shared_load_bytes,
         shared_loads},
        {"sectors_per_multiply_add", "sectors per multiply-add", Aggregation::ratio, all_sectors,
         multiply_adds, 1, 0, false, repeated_sectors},
        {"multiply_adds_per_shared_load", "multiply-adds per shared-memory load", Aggregation::ratio,
         multiply_adds, shared_loads, share_of_lane},
        {"multiply_adds_per_barrier", "multiply-adds per thread between barriers", Aggregation::ratio,
         multiply_adds, barriers, share_of_lane},
        {"bank_conflicts", "bank conflicts per request", Aggregation::ratio, bank_conflicts, shared_requests},
        {"bank_conflicts_per_multiply_add", "bank conflicts per warp multiply-add", Aggregation::ratio,
         bank_conflicts, multiply_adds, warp_lanes},
        {"divergent_branches",
         "divergent branches",
         Aggregation::sum,
         {"smsp__sass_branch_targets_threads_divergent.sum"},
         {}},
        {"barriers", "barriers", Aggregation::sum, barriers, {}},
        {"global_atomics",
         "atomics on global memory",
         Aggregation::sum,
         {"kernelsmith__requests_mem_global_op_atomic.sum"},
         {}},
        {"shared_atomics",
         "atomics on shared memory",
         Aggregation::sum,
         {"kernelsmith__requests_mem_shared_op_atomic.sum"},
         {}},
        {"global_atomics_per_item", "atomics on global memory per {item}", Aggregation::ratio, global_atomics,
         items},
        {"lanes_per_atomic_address", "lanes per address, atomics on global memory", Aggregation::ratio,
         global_atomics, global_atomic_addresses},
        {"lanes_per_shared_atomic_address", "lanes per address, atomics on shared memory", Aggregation::ratio,
         shared_atomics, shared_atomic_addresses},
        {"shared_atomic_conflicts", "bank conflicts per atomic on shared memory", Aggregation::ratio,
         shared_atomic_conflicts, shared_atomic_requests},
        {"shared_atomic_conflicts_per_item", "bank conflicts of atomics on shared memory per {item}",
         Aggregation::ratio, shared_atomic_conflicts, items},
        {"shared_atomic_address_conflicts_per_item", "address conflicts in shared memory per {item}",
         Aggregation::ratio, shared_atomics, items, 1, 0, false, shared_atomic_addresses},
        {"loads_per_item", "loads per {item}", Aggregation::ratio, loads, items, 1, 0, false,
         repeated_threads},
        {"global_loads_per_item", "loads from global memory per {item}", Aggregation::ratio, global_loads,
         items, 1, 0, false, repeated_threads},
        {"copied_bytes_per_item",
         "bytes between host and device per {item}",
         Aggregation::ratio,
         {call_counter::copied_bytes},
         items},
        {"dram_bytes",
         "bytes from and to DRAM",
         Aggregation::sum,
         {"dram__bytes_read.sum", "dram__bytes_write.sum"},
         {}},
        {"occupancy",
         "theoretical occupancy",
         Aggregation::weighted_mean,
         {"occupancy.theoretical"},
         {},
         1,
         0,
         true},
        {"achieved_occupancy",
         "achieved occupancy",
         Aggregation::weighted_mean,
         {"occupancy.achieved"},
         {},
         1,
         0,
         true},
        {"registers", "registers per thread", Aggregation::largest, {"registers"}, {}},
        {"local_bytes", "bytes of local memory per thread", Aggregation::largest, {"local_bytes"}, {}},
        {"spill_bytes", "spilled bytes per thread", Aggregation::largest, {"spill_bytes"}, {}},
    };
    return quantities;
}

bool is_call_counter(const std::string& part) {
    static const std::array all = {call_counter::multiply_adds, call_counter::items, call_counter::bytes,
                                   call_counter::copied_bytes};
    return std::find(all.begin(), all.end(), part) != all.end();
}

std::string in_words(const Quantity& quantity, const std::string& item) {
    constexpr std::string_view place = "{item}";
    std::string text = quantity.text;
    if (const std::size_t at = text.find(place); at != std::string::npos)
        text.replace(at, place.size(), item);
    return text;
}

const Quantity* find_quantity(const std::string& name) {
    const auto found = std::find_if(known_quantities().begin(), known_quantities().end(),
                                    [&](const Quantity& quantity) { return quantity.name == name; });
    return found == known_quantities().end() ? nullptr : &*found;
}

} // namespace grader
