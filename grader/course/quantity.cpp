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
// Atomics can stand for loads and stores.
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
// What a warp asks again and again while it waits for others is no traffic of its own making.
const Names requests_again = {"kernelsmith__requests_again_mem_global_op_ld.sum"};
const Names sectors_again = {"kernelsmith__sectors_again_mem_global_op_ld.sum"};
const Names threads_again = {"kernelsmith__threads_again_mem_global_op_ld.sum"};
const Names waiting_again = {"kernelsmith__thread_inst_waiting_again.sum"};
const Names bytes_again = {"kernelsmith__bytes_distinct_again_mem_global_op_ld.sum"};
// All threads that an SM holds wait together here, so that bytes over waits are what the SM has under way.
const Names load_waits_of_sm = {"kernelsmith__load_waits_of_sm.sum"};
const Names arithmetic = {"smsp__sass_thread_inst_executed_op_fp32_pred_on.sum"};
const Names arithmetic_beside_loads = {"kernelsmith__thread_inst_executed_op_fp32_beside_loads.sum"};
const Names load_requests = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"};
const Names load_bytes = {"kernelsmith__bytes_distinct_mem_global_op_ld.sum"};
const Names bytes_beyond_l1 = {"kernelsmith__bytes_beyond_l1_mem_global_op_ld.sum"};
const Names shared_loads = {"smsp__inst_executed_op_shared_ld.sum"};
const Names shared_load_bytes = {"kernelsmith__bytes_asked_mem_shared_op_ld.sum"};
const Names shared_requests = {"smsp__inst_executed_op_shared_ld.sum",
                               "smsp__inst_executed_op_shared_st.sum"};
const Names barriers = {"kernelsmith__barriers.sum"};
const Names multiply_adds = {call_part::multiply_adds};
const Names items = {call_part::items};
const Names needed_bytes = {call_part::bytes};
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
constexpr double coalesced_bytes = 128; // 32 lanes with a float each
constexpr double widest_request = 512;  // 32 lanes with 16 bytes each
constexpr double warp_lanes = 32;
constexpr double a_lane = 1.0 / 32; // of a warp's instruction

} // namespace

const std::vector<Quantity>& known_quantities() {
    static const std::vector<Quantity> quantities = {
        {"instructions", "warp instructions", Over::sum, instructions, {}},
        {"active_lanes", "active lanes an instruction", Over::ratio, thread_instructions, instructions},
        {"instructions_per_item", "warp instructions for each {item}", Over::ratio, instructions, items},
        {"special_functions_per_item", "special functions for each {item}", Over::ratio, special_functions,
         items, warp_lanes},
        {"instructions_per_128_bytes", "warp instructions for 128 bytes", Over::ratio, instructions,
         needed_bytes, coalesced_bytes},
        {"waiting_lanes_per_item", "lanes that wait for each {item}", Over::ratio, waiting_lanes, items, 1, 0,
         false, waiting_again},
        {"sectors_per_request", "sectors a request", Over::ratio, sectors, requests, 1, 0, false,
         sectors_again, requests_again},
        {"sectors_per_128_bytes", "sectors for 128 bytes", Over::ratio, sectors, bytes, coalesced_bytes, 0,
         false, sectors_again, bytes_again},
        {"sector_efficiency", "used share of the bytes moved", Over::ratio, bytes, sectors, 1 / sector_bytes,
         1, true, bytes_again, sectors_again},
        {"moved_per_needed_byte", "bytes moved for each byte", Over::ratio, all_sectors, needed_bytes,
         sector_bytes, 0, false, sectors_again},
        {"requests_per_512_bytes", "requests for 512 bytes", Over::ratio, all_requests, needed_bytes,
         widest_request, 0, false, requests_again},
        {"load_requests_per_512_bytes", "requests to load 512 bytes", Over::ratio, load_requests,
         needed_bytes, widest_request, 0, false, requests_again},
        {"bytes_per_load", "bytes a load instruction", Over::ratio, load_bytes, load_requests, 1, 0, false,
         bytes_again, requests_again},
        {"bytes_in_flight", "bytes an SM has asked for when it waits", Over::ratio, bytes_beyond_l1,
         load_waits_of_sm},
        {"overlapped_arithmetic", "arithmetic done while loads are under way", Over::ratio,
         arithmetic_beside_loads, arithmetic, 1, 0, true},
        {"bytes_per_shared_load", "bytes a load instruction from shared memory", Over::ratio,
         shared_load_bytes, shared_loads},
        {"sectors_per_multiply_add", "sectors a multiply-add", Over::ratio, all_sectors, multiply_adds, 1, 0,
         false, sectors_again},
        {"multiply_adds_per_shared_load", "multiply-adds a load from shared memory", Over::ratio,
         multiply_adds, shared_loads, a_lane},
        {"multiply_adds_per_barrier", "multiply-adds a thread between barriers", Over::ratio, multiply_adds,
         barriers, a_lane},
        {"bank_conflicts", "bank conflicts a request", Over::ratio, bank_conflicts, shared_requests},
        {"bank_conflicts_per_multiply_add", "bank conflicts a warp's multiply-add", Over::ratio,
         bank_conflicts, multiply_adds, warp_lanes},
        {"divergent_branches",
         "divergent branches",
         Over::sum,
         {"smsp__sass_branch_targets_threads_divergent.sum"},
         {}},
        {"barriers", "barriers", Over::sum, barriers, {}},
        {"global_atomics",
         "atomics on global memory",
         Over::sum,
         {"kernelsmith__requests_mem_global_op_atomic.sum"},
         {}},
        {"shared_atomics",
         "atomics on shared memory",
         Over::sum,
         {"kernelsmith__requests_mem_shared_op_atomic.sum"},
         {}},
        {"global_atomics_per_item", "atomics on global memory for each {item}", Over::ratio, global_atomics,
         items},
        {"lanes_per_atomic_address", "lanes an address, atomics on global memory", Over::ratio,
         global_atomics, global_atomic_addresses},
        {"lanes_per_shared_atomic_address", "lanes an address, atomics on shared memory", Over::ratio,
         shared_atomics, shared_atomic_addresses},
        {"shared_atomic_conflicts", "bank conflicts an atomic on shared memory", Over::ratio,
         shared_atomic_conflicts, shared_atomic_requests},
        {"shared_atomic_conflicts_per_item", "bank conflicts of atomics on shared memory for each {item}",
         Over::ratio, shared_atomic_conflicts, items},
        {"shared_atomic_meetings_per_item", "lanes that meet at an address of shared memory for each {item}",
         Over::ratio, shared_atomics, items, 1, 0, false, shared_atomic_addresses},
        {"loads_per_item", "loads for each {item}", Over::ratio, loads, items, 1, 0, false, threads_again},
        {"global_loads_per_item", "loads from global memory for each {item}", Over::ratio, global_loads,
         items, 1, 0, false, threads_again},
        {"copied_bytes_per_item",
         "bytes between host and device for each {item}",
         Over::ratio,
         {call_part::copied_bytes},
         items},
        {"dram_bytes",
         "bytes from and to DRAM",
         Over::sum,
         {"dram__bytes_read.sum", "dram__bytes_write.sum"},
         {}},
        {"occupancy", "theoretical occupancy", Over::warps, {"occupancy.theoretical"}, {}, 1, 0, true},
        {"achieved_occupancy", "achieved occupancy", Over::warps, {"occupancy.achieved"}, {}, 1, 0, true},
        {"registers", "registers a thread", Over::largest, {"registers"}, {}},
        {"local_bytes", "bytes of local memory a thread", Over::largest, {"local_bytes"}, {}},
        {"spill_bytes", "spilled bytes a thread", Over::largest, {"spill_bytes"}, {}},
    };
    return quantities;
}

bool belongs_to_call(const std::string& part) {
    static const std::array all = {call_part::multiply_adds, call_part::items, call_part::bytes,
                                   call_part::copied_bytes};
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
