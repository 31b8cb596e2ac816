#pragma once

/// @file
/// Kinds of messages about calls of the CUDA runtime, and about accesses of the host to device memory.

#include "message/message.h"

namespace kernelsmith::call_messages {

/// `use`: the source of a copy.
inline constexpr MessageKind copy_reads{"copy_reads"};
/// `use`: the destination of a copy.
inline constexpr MessageKind copy_writes{"copy_writes"};
/// `use`: the destination of a memset.
inline constexpr MessageKind memset_writes{"memset_writes"};

/// `use` of host memory.
inline constexpr MessageKind call_uses_host_memory{"call_uses_host_memory"};
/// `use` of memory that was freed.
inline constexpr MessageKind call_uses_freed_memory{"call_uses_freed_memory"};
/// `use` of memory that was never allocated.
inline constexpr MessageKind call_uses_unallocated_memory{"call_uses_unallocated_memory"};
/// `use` of memory on the device heap.
inline constexpr MessageKind call_uses_device_heap{"call_uses_device_heap"};
/// `use` of `bytes`, of which `excess` are out of bounds.
inline constexpr MessageKind call_overruns_memory{"call_overruns_memory"};
/// `use` of `bytes` from `offset` on of a variable with `variable_bytes`.
inline constexpr MessageKind call_overruns_variable{"call_overruns_variable"};

/// The host accesses device memory at `address`.
inline constexpr MessageKind host_accesses_device_memory{"host_accesses_device_memory"};
/// The host accesses memory next to managed memory, at `address`.
inline constexpr MessageKind host_accesses_past_managed_memory{"host_accesses_past_managed_memory"};
/// The host accesses managed memory that was freed, at `address`.
inline constexpr MessageKind host_accesses_freed_managed_memory{"host_accesses_freed_managed_memory"};

/// A double free.
inline constexpr MessageKind host_frees_twice{"host_frees_twice"};
/// A pointer into the middle of an allocation is freed.
inline constexpr MessageKind host_frees_inside_allocation{"host_frees_inside_allocation"};
/// Memory is freed by a function for another kind of memory.
inline constexpr MessageKind host_frees_by_other_function{"host_frees_by_other_function"};
/// A pointer is freed that no allocation returned.
inline constexpr MessageKind host_frees_unallocated{"host_frees_unallocated"};

/// A leak: one allocation of `bytes`.
inline constexpr MessageKind leaked_memory{"leaked_memory"};
/// A leak: `count` allocations of one call, of `bytes` together.
inline constexpr MessageKind leaked_allocations{"leaked_allocations"};

/// `function`, if its name is known, returned `error`, which means `text`.
inline constexpr MessageKind call_returned_error{"call_returned_error"};
/// A launch of `kernel` with `shape`, which violates `rule`.
inline constexpr MessageKind launch_was_refused{"launch_was_refused"};
/// `refusal`: launch_was_refused.
inline constexpr MessageKind refusal_was_not_checked{"refusal_was_not_checked"};

/// `rule`: the grid is empty.
inline constexpr MessageKind grid_needs_a_block{"grid_needs_a_block"};
/// `rule`: the block is empty.
inline constexpr MessageKind block_needs_a_thread{"block_needs_a_thread"};
/// `rule`: at most `most` threads.
inline constexpr MessageKind block_is_too_large{"block_is_too_large"};
/// `rule`: at most `grid` blocks and `block` threads, both race_messages::coordinates.
inline constexpr MessageKind grid_or_block_is_too_large{"grid_or_block_is_too_large"};
/// `rule`: at most `most` threads, by its `__launch_bounds__`.
inline constexpr MessageKind exceeds_launch_bounds{"exceeds_launch_bounds"};
/// `rule`: at most `most` bytes.
inline constexpr MessageKind too_much_dynamic_shared_memory{"too_much_dynamic_shared_memory"};
/// `rule`: a block needs more registers or shared memory than an SM has.
inline constexpr MessageKind block_does_not_fit_sm{"block_does_not_fit_sm"};
/// `rule`: the runtime's `text` for the error.
inline constexpr MessageKind cuda_error_text{"cuda_error_text"};

// Advice.

/// Advice for call_uses_host_memory.
inline constexpr MessageKind pass_device_pointer{"pass_device_pointer"};
/// Advice for call_uses_freed_memory.
inline constexpr MessageKind free_after_last_use{"free_after_last_use"};
/// Advice for call_uses_unallocated_memory.
inline constexpr MessageKind check_pointer_arithmetic{"check_pointer_arithmetic"};
/// Advice for call_uses_device_heap.
inline constexpr MessageKind copy_heap_by_kernel{"copy_heap_by_kernel"};
/// Advice for call_overruns_memory and call_overruns_variable.
inline constexpr MessageKind give_size_in_bytes{"give_size_in_bytes"};
/// Advice for host_accesses_device_memory.
inline constexpr MessageKind copy_to_the_host{"copy_to_the_host"};
/// Advice for host_accesses_past_managed_memory and host_accesses_freed_managed_memory.
inline constexpr MessageKind stay_in_managed_memory{"stay_in_managed_memory"};
/// Advice for host_frees_twice.
inline constexpr MessageKind clear_freed_pointer{"clear_freed_pointer"};
/// Advice for host_frees_inside_allocation and host_frees_unallocated.
inline constexpr MessageKind free_allocated_pointer{"free_allocated_pointer"};
/// Advice for host_frees_by_other_function.
inline constexpr MessageKind free_by_matching_function{"free_by_matching_function"};
/// Advice for leaked_memory and leaked_allocations: `function`.
inline constexpr MessageKind free_by{"free_by"};
/// Advice for refusal_was_not_checked.
inline constexpr MessageKind check_error_after_launch{"check_error_after_launch"};
/// Advice for call_returned_error.
inline constexpr MessageKind check_result_of_calls{"check_result_of_calls"};

} // namespace kernelsmith::call_messages
