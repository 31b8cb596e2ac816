#pragma once

/// @file
/// Kinds of messages about what stops a kernel.

#include "message/message.h"

namespace kernelsmith::machine_messages {

/// A load of `bytes` at `address` (hexadecimal) in the state space `space`, and the `reason` why it is wrong.
inline constexpr MessageKind wrong_load{"wrong_load"};
/// The same of a store.
inline constexpr MessageKind wrong_store{"wrong_store"};
/// The same of an atomic.
inline constexpr MessageKind wrong_update{"wrong_update"};
/// `reason`: the address is not a multiple of `alignment`.
inline constexpr MessageKind address_is_misaligned{"address_is_misaligned"};
/// `reason`: nothing is allocated there.
inline constexpr MessageKind address_is_unallocated{"address_is_unallocated"};

/// All launches together have executed more than `limit` instructions.
inline constexpr MessageKind over_instruction_limit{"over_instruction_limit"};
/// A warp has executed `instructions` and is not done.
inline constexpr MessageKind over_warp_budget{"over_warp_budget"};
/// What a loop waits for, `polled`, cannot come.
inline constexpr MessageKind polls_for_ever{"polls_for_ever"};
/// What a loop waits for, `polled`, has not come for `instructions`.
inline constexpr MessageKind polls_too_long{"polls_too_long"};
/// `polled`: the barrier of the grid.
inline constexpr MessageKind waits_at_grid_barrier{"waits_at_grid_barrier"};
/// `polled`: nothing, but threads sleep in a loop.
inline constexpr MessageKind sleeps_in_loop{"sleeps_in_loop"};
/// `polled`: `bytes` of the state space `space`, in the variable `name` where one is known.
inline constexpr MessageKind reads_in_loop{"reads_in_loop"};
/// Threads wait at a barrier that the others do not reach.
inline constexpr MessageKind barrier_is_never_reached{"barrier_is_never_reached"};
/// Lanes wait in `function` for others that wait in the function `other`.
inline constexpr MessageKind lanes_wait_in_two_functions{"lanes_wait_in_two_functions"};
/// Lanes wait for others that do not come.
inline constexpr MessageKind lanes_never_come{"lanes_never_come"};

/// Barrier `number` of 16.
inline constexpr MessageKind invalid_barrier_number{"invalid_barrier_number"};
/// A barrier for `threads`, which is not a multiple of 32.
inline constexpr MessageKind invalid_barrier_count{"invalid_barrier_count"};
/// An mbarrier in other memory.
inline constexpr MessageKind mbarrier_outside_of_shared_memory{"mbarrier_outside_of_shared_memory"};
/// An mbarrier for `count` arrivals.
inline constexpr MessageKind invalid_mbarrier_count{"invalid_mbarrier_count"};
/// An arrival at an mbarrier that does not exist.
inline constexpr MessageKind uninitialized_mbarrier{"uninitialized_mbarrier"};
/// `count` arrivals where `pending` are left.
inline constexpr MessageKind too_many_arrivals{"too_many_arrivals"};
/// `function` with a `mask` in which bit `lane` is missing.
inline constexpr MessageKind own_lane_is_not_in_mask{"own_lane_is_not_in_mask"};

/// A branch to entry `index` of `entries`.
inline constexpr MessageKind invalid_branch_index{"invalid_branch_index"};
/// A call of what is not a function.
inline constexpr MessageKind invalid_function_pointer{"invalid_function_pointer"};
/// `function` needs more stack.
inline constexpr MessageKind call_exceeds_stack{"call_exceeds_stack"};
/// The instruction `trap`.
inline constexpr MessageKind executed_trap{"executed_trap"};
/// `assert(condition)` at `file`, `line`, `function`, in the block `block_x`, ... and the thread `thread_x`, ...
inline constexpr MessageKind failed_assertion{"failed_assertion"};
/// A texture object that does not exist.
inline constexpr MessageKind missing_texture_object{"missing_texture_object"};
/// A kernel frees a block of the heap twice.
inline constexpr MessageKind thread_frees_twice{"thread_frees_twice"};
/// A kernel frees a pointer into a block of the heap.
inline constexpr MessageKind thread_frees_inside_block{"thread_frees_inside_block"};
/// A kernel frees what is not on the heap.
inline constexpr MessageKind thread_frees_unallocated{"thread_frees_unallocated"};

/// The simulator lacks memory.
inline constexpr MessageKind simulator_out_of_memory{"simulator_out_of_memory"};
/// The simulator cannot go on, as `text` says.
inline constexpr MessageKind simulator_error{"simulator_error"};

// Advice.

/// For over_instruction_limit.
inline constexpr MessageKind raise_instruction_limit{"raise_instruction_limit"};
/// For over_warp_budget.
inline constexpr MessageKind end_loop_or_raise_budget{"end_loop_or_raise_budget"};
/// For waits_at_grid_barrier.
inline constexpr MessageKind bring_all_blocks_to_grid_barrier{"bring_all_blocks_to_grid_barrier"};
/// Where a block polls that others can only begin after.
inline constexpr MessageKind do_not_wait_for_later_blocks{"do_not_wait_for_later_blocks"};
/// Where a loop polls by exchanges.
inline constexpr MessageKind give_lock_back{"give_lock_back"};
/// Where a loop polls by loads.
inline constexpr MessageKind set_flag_before_waiting{"set_flag_before_waiting"};
/// One of the last four, for polls_too_long: `advice`.
inline constexpr MessageKind or_raise_budget{"or_raise_budget"};
/// For barrier_is_never_reached.
inline constexpr MessageKind bring_block_to_same_barrier{"bring_block_to_same_barrier"};
/// For lanes_never_come and lanes_wait_in_two_functions.
inline constexpr MessageKind name_lanes_that_come{"name_lanes_that_come"};
/// For mbarrier_outside_of_shared_memory.
inline constexpr MessageKind declare_mbarrier_shared{"declare_mbarrier_shared"};
/// For invalid_mbarrier_count: at most `most`.
inline constexpr MessageKind mbarrier_count_limits{"mbarrier_count_limits"};
/// For uninitialized_mbarrier.
inline constexpr MessageKind initialize_mbarrier{"initialize_mbarrier"};
/// For too_many_arrivals.
inline constexpr MessageKind initialize_for_all_arrivals{"initialize_for_all_arrivals"};
/// For too_many_arrivals of arrivals that must not complete a phase.
inline constexpr MessageKind leave_one_arrival{"leave_one_arrival"};
/// For own_lane_is_not_in_mask.
inline constexpr MessageKind name_own_lane_in_mask{"name_own_lane_in_mask"};
/// For invalid_function_pointer.
inline constexpr MessageKind set_function_pointer{"set_function_pointer"};
/// For call_exceeds_stack.
inline constexpr MessageKind end_recursion_or_raise_stack{"end_recursion_or_raise_stack"};
/// For executed_trap of `grid.sync()`.
inline constexpr MessageKind launch_cooperatively{"launch_cooperatively"};
/// For executed_trap.
inline constexpr MessageKind program_stops_itself{"program_stops_itself"};
/// For missing_texture_object.
inline constexpr MessageKind create_texture_object{"create_texture_object"};
/// For thread_frees_twice.
inline constexpr MessageKind free_by_one_thread{"free_by_one_thread"};
/// For thread_frees_inside_block.
inline constexpr MessageKind free_heap_pointer{"free_heap_pointer"};
/// For thread_frees_unallocated.
inline constexpr MessageKind free_where_allocated{"free_where_allocated"};

} // namespace kernelsmith::machine_messages
