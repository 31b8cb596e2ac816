#pragma once

/// @file
/// Kinds of messages about faults that stop a kernel.

#include "message/message.h"

namespace kernelsmith::machine_messages {

/// A faulting load of `bytes` at `address` (hexadecimal) in the state space `space`, and its `reason`.
inline constexpr MessageKind wrong_load{"wrong_load"};
/// A faulting store of `bytes` at `address` (hexadecimal) in the state space `space`, and its `reason`.
inline constexpr MessageKind wrong_store{"wrong_store"};
/// A faulting atomic of `bytes` at `address` (hexadecimal) in the state space `space`, and its `reason`.
inline constexpr MessageKind wrong_update{"wrong_update"};
/// `reason`: the address is not a multiple of `alignment`.
inline constexpr MessageKind address_is_misaligned{"address_is_misaligned"};
/// `reason`: nothing is allocated there.
inline constexpr MessageKind address_is_unallocated{"address_is_unallocated"};

/// Instruction limit: all launches together have executed more than `limit` instructions.
inline constexpr MessageKind over_instruction_limit{"over_instruction_limit"};
/// Instruction limit: a warp has executed `instructions` without finishing.
inline constexpr MessageKind over_warp_limit{"over_warp_limit"};
/// Deadlock: no thread is left that could end the loop that waits for `polled`.
inline constexpr MessageKind polls_without_writer{"polls_without_writer"};
/// Deadlock or livelock: a loop has waited for `polled` for `instructions` without a change of memory.
inline constexpr MessageKind polls_too_long{"polls_too_long"};
/// `polled`: the barrier of the grid.
inline constexpr MessageKind waits_at_grid_barrier{"waits_at_grid_barrier"};
/// `polled`: unknown; threads sleep in a loop.
inline constexpr MessageKind sleeps_in_loop{"sleeps_in_loop"};
/// `polled`: `bytes` of the state space `space`, in the variable `name` if it is known.
inline constexpr MessageKind reads_in_loop{"reads_in_loop"};
/// Deadlock: threads wait at a barrier that the others do not reach.
inline constexpr MessageKind barrier_is_never_reached{"barrier_is_never_reached"};
/// Deadlock: lanes wait in `function` for others that wait in the function `other`.
inline constexpr MessageKind lanes_wait_in_two_functions{"lanes_wait_in_two_functions"};
/// Deadlock: lanes wait for others that do not arrive.
inline constexpr MessageKind lanes_never_arrive{"lanes_never_arrive"};

/// Barrier `number` of 16.
inline constexpr MessageKind invalid_barrier_number{"invalid_barrier_number"};
/// A barrier for `threads`, which is not a multiple of 32.
inline constexpr MessageKind invalid_barrier_count{"invalid_barrier_count"};
/// An mbarrier in other memory.
inline constexpr MessageKind mbarrier_outside_of_shared_memory{"mbarrier_outside_of_shared_memory"};
/// An mbarrier for `count` arrivals.
inline constexpr MessageKind invalid_mbarrier_count{"invalid_mbarrier_count"};
/// An arrival at an mbarrier that is not initialized.
inline constexpr MessageKind uninitialized_mbarrier{"uninitialized_mbarrier"};
/// `count` arrivals where `pending` are left.
inline constexpr MessageKind too_many_arrivals{"too_many_arrivals"};
/// `function` with a `mask` in which bit `lane` is missing.
inline constexpr MessageKind own_lane_is_not_in_mask{"own_lane_is_not_in_mask"};

/// A branch to entry `index` of `entries`.
inline constexpr MessageKind invalid_branch_index{"invalid_branch_index"};
/// A call of an address that is not a function.
inline constexpr MessageKind invalid_function_pointer{"invalid_function_pointer"};
/// A call of `function` overflows the stack.
inline constexpr MessageKind call_exceeds_stack{"call_exceeds_stack"};
/// The instruction `trap`.
inline constexpr MessageKind executed_trap{"executed_trap"};
/// `assert(condition)` at `file`, `line`, `function`, in the block `block_x`, ... and the thread `thread_x`, ...
inline constexpr MessageKind failed_assertion{"failed_assertion"};
/// A texture object that does not exist.
inline constexpr MessageKind missing_texture_object{"missing_texture_object"};
/// A kernel frees a heap allocation twice.
inline constexpr MessageKind thread_frees_twice{"thread_frees_twice"};
/// A kernel frees a pointer into the middle of a heap allocation.
inline constexpr MessageKind thread_frees_inside_block{"thread_frees_inside_block"};
/// A kernel frees a pointer that is not on the heap.
inline constexpr MessageKind thread_frees_unallocated{"thread_frees_unallocated"};

/// The host has too little memory for the simulator.
inline constexpr MessageKind simulator_out_of_memory{"simulator_out_of_memory"};
/// The simulator cannot continue; `text` is the reason.
inline constexpr MessageKind simulator_error{"simulator_error"};

// Advice.

/// Advice for over_instruction_limit.
inline constexpr MessageKind raise_instruction_limit{"raise_instruction_limit"};
/// Advice for over_warp_limit.
inline constexpr MessageKind end_loop_or_raise_limit{"end_loop_or_raise_limit"};
/// Advice for waits_at_grid_barrier.
inline constexpr MessageKind bring_all_blocks_to_grid_barrier{"bring_all_blocks_to_grid_barrier"};
/// Advice if a block polls for later blocks, which can only start after it.
inline constexpr MessageKind do_not_wait_for_later_blocks{"do_not_wait_for_later_blocks"};
/// Advice if a loop polls by atomic exchanges.
inline constexpr MessageKind release_lock{"release_lock"};
/// Advice if a loop polls by loads.
inline constexpr MessageKind set_flag_before_waiting{"set_flag_before_waiting"};
/// One of the last four pieces of advice, for polls_too_long: `advice`.
inline constexpr MessageKind or_raise_limit{"or_raise_limit"};
/// Advice for barrier_is_never_reached.
inline constexpr MessageKind bring_block_to_same_barrier{"bring_block_to_same_barrier"};
/// Advice for lanes_never_arrive and lanes_wait_in_two_functions.
inline constexpr MessageKind name_arriving_lanes{"name_arriving_lanes"};
/// Advice for mbarrier_outside_of_shared_memory.
inline constexpr MessageKind declare_mbarrier_shared{"declare_mbarrier_shared"};
/// Advice for invalid_mbarrier_count: at most `most`.
inline constexpr MessageKind mbarrier_count_limits{"mbarrier_count_limits"};
/// Advice for uninitialized_mbarrier.
inline constexpr MessageKind initialize_mbarrier{"initialize_mbarrier"};
/// Advice for too_many_arrivals.
inline constexpr MessageKind initialize_for_all_arrivals{"initialize_for_all_arrivals"};
/// Advice for too_many_arrivals by arrivals that must not complete a phase.
inline constexpr MessageKind leave_one_arrival{"leave_one_arrival"};
/// Advice for own_lane_is_not_in_mask.
inline constexpr MessageKind name_own_lane_in_mask{"name_own_lane_in_mask"};
/// Advice for invalid_function_pointer.
inline constexpr MessageKind set_function_pointer{"set_function_pointer"};
/// Advice for call_exceeds_stack.
inline constexpr MessageKind end_recursion_or_raise_stack{"end_recursion_or_raise_stack"};
/// Advice for executed_trap in `grid.sync()`.
inline constexpr MessageKind launch_cooperatively{"launch_cooperatively"};
/// Advice for executed_trap.
inline constexpr MessageKind program_stops_itself{"program_stops_itself"};
/// Advice for missing_texture_object.
inline constexpr MessageKind create_texture_object{"create_texture_object"};
/// Advice for thread_frees_twice.
inline constexpr MessageKind free_by_one_thread{"free_by_one_thread"};
/// Advice for thread_frees_inside_block.
inline constexpr MessageKind free_heap_pointer{"free_heap_pointer"};
/// Advice for thread_frees_unallocated.
inline constexpr MessageKind free_where_allocated{"free_where_allocated"};

} // namespace kernelsmith::machine_messages
