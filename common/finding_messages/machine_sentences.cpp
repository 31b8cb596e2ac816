#include "finding_messages/machine_messages.h"
#include "finding_messages/sentences.h"

namespace kernelsmith {

using namespace machine_messages;

std::span<const Sentence> machine_sentences() {
    static constexpr Sentence all[] = {
        {wrong_load, "reads {bytes} bytes at {address} in {space} memory, {reason}"},
        {wrong_store, "writes {bytes} bytes at {address} in {space} memory, {reason}"},
        {wrong_update, "updates {bytes} bytes at {address} in {space} memory, {reason}"},
        {address_is_misaligned, "which is not a multiple of {alignment}"},
        {address_is_unallocated, "which is not allocated"},

        {over_instruction_limit, "instruction limit exceeded: the warps of all launches together have "
                                 "executed more than {limit} instructions"},
        {over_warp_limit, "instruction limit exceeded: this warp has executed {instructions} instructions "
                          "and has not finished"},
        {polls_without_writer, "{polled}, but no thread is left that could do that"},
        {polls_too_long,
         "{polled}, and no memory has changed for {instructions} instructions: a deadlock or livelock"},
        {waits_at_grid_barrier, "threads wait at grid.sync() until all blocks have reached it"},
        {sleeps_in_loop, "threads sleep in a loop until memory changes"},
        {reads_in_loop,
         "threads read {bytes} bytes of {space} memory{name? ({name})} in a loop until they change"},
        {barrier_is_never_reached,
         "threads wait at a barrier that the other threads of the block never reach"},
        {lanes_wait_in_two_functions,
         "lanes of a warp wait in {function} for others that wait in {other} with the same mask"},
        {lanes_never_arrive, "lanes of a warp wait for others that never get here with the same mask"},

        {invalid_barrier_number, "waits at barrier {number}; a block has only barriers 0 to 15"},
        {invalid_barrier_count, "waits at a barrier for {threads} threads, which is not a multiple of 32"},
        {mbarrier_outside_of_shared_memory, "uses an mbarrier that is not in shared memory"},
        {invalid_mbarrier_count, "initializes an mbarrier for {count} arrivals"},
        {uninitialized_mbarrier,
         "arrives at an uninitialized mbarrier, or at one that all threads have left"},
        {too_many_arrivals, "arrives {count} times at an mbarrier whose phase waits for {pending} arrivals"},
        {own_lane_is_not_in_mask,
         "calls {function} with the mask 0x{mask:08x}, in which its own bit, bit {lane}, is 0"},

        {invalid_branch_index, "jumps to entry {index} of a branch table of {entries}"},
        {invalid_function_pointer, "calls through a pointer that is not the address of a function"},
        {call_exceeds_stack, "the call of {function} needs more stack than a thread has"},
        {executed_trap, "a thread executes a trap"},
        {failed_assertion, "{file}:{line}: {function}: block: [{block_x},{block_y},{block_z}], thread: "
                           "[{thread_x},{thread_y},{thread_z}] Assertion `{condition}` failed."},
        {missing_texture_object, "reads a texture object that does not exist or was destroyed"},
        {thread_frees_twice, "a thread frees memory a second time"},
        {thread_frees_inside_block,
         "a thread frees a pointer that does not point to the start of an allocation"},
        {thread_frees_unallocated,
         "a thread frees a pointer that neither malloc nor new in a kernel returned"},

        {simulator_out_of_memory,
         "out of memory: the simulator needs more of it for this launch than this computer has"},
        {simulator_error, "{text}"},

        {raise_instruction_limit,
         "If the program really needs that many instructions, raise --instruction-limit."},
        {end_loop_or_raise_limit,
         "A loop here may never end. If the kernel is just long, raise --warp-instruction-limit."},
        {bring_all_blocks_to_grid_barrier, "Every block of the grid must reach each grid.sync()."},
        {do_not_wait_for_later_blocks,
         "Only a limited number of blocks is resident on a GPU at once, and another one starts when one of "
         "these ends: these may wait for a block that has not started."},
        {release_lock, "Is this a lock? Then the thread that holds it never releases it: it waits for "
                       "another lock, or at a barrier or __syncwarp() for the threads that spin here."},
        {set_flag_before_waiting, "Is this a flag? Then no thread sets it, or only after a barrier or "
                                  "__syncwarp() where it waits for the threads that spin here."},
        {or_raise_limit, "{advice} If the kernel is just long, raise --warp-instruction-limit."},
        {bring_block_to_same_barrier, "every thread of the block must reach the same __syncthreads()"},
        {name_arriving_lanes, "the mask may only name lanes that execute this call, too, with the same mask"},
        {declare_mbarrier_shared, "Declare the barrier as __shared__."},
        {mbarrier_count_limits, "The count must be 1 to {most}."},
        {initialize_mbarrier,
         "One thread calls init(), then __syncthreads() before the others use the barrier."},
        {initialize_for_all_arrivals, "More threads arrive than the barrier was initialized for."},
        {leave_one_arrival,
         "An arrival that does not complete the phase must leave at least one arrival pending."},
        {name_own_lane_in_mask, "bit n of the mask is lane n of the warp, counted from 0: each calling "
                                "thread must have its own bit set in the mask"},
        {set_function_pointer, "is the pointer set, and to a __device__ function?"},
        {end_recursion_or_raise_stack,
         "Does the recursion end? cudaDeviceSetLimit(cudaLimitStackSize, bytes) gives threads more stack."},
        {launch_cooperatively,
         "grid.sync() traps in a kernel that was not launched by cudaLaunchCooperativeKernel()."},
        {program_stops_itself, "The program stops itself here: by __trap(), or because the compiler "
                               "considers this point unreachable."},
        {create_texture_object,
         "cudaCreateTextureObject creates one; it lives until cudaDestroyTextureObject."},
        {free_by_one_thread,
         "Let one thread own an allocation and free it once, and set the pointer to nullptr then."},
        {free_heap_pointer, "Free exactly the pointer that malloc or new returned."},
        {free_where_allocated, "Memory from cudaMalloc must be freed by the host, with cudaFree; variables "
                               "and arrays are never freed."},
    };
    return all;
}

} // namespace kernelsmith
