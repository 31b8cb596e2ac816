#pragma once

/// @file
/// Kinds of messages about invalid accesses of a kernel to memory. `access` is of one of the first three
/// kinds.

#include "message/message.h"

namespace kernelsmith::access_messages {

/// A load: `bytes` per thread.
inline constexpr MessageKind reads{"reads"};
/// A store: `bytes` per thread.
inline constexpr MessageKind writes{"writes"};
/// An atomic: `bytes` per thread.
inline constexpr MessageKind atomically_changes{"atomically_changes"};

/// `access` at an address near 0.
inline constexpr MessageKind through_null_pointer{"through_null_pointer"};
/// `access` to memory that was freed.
inline constexpr MessageKind to_freed_memory{"to_freed_memory"};
/// `access` that would change constant memory.
inline constexpr MessageKind to_constant_memory{"to_constant_memory"};
/// `access` at an address of the host's memory.
inline constexpr MessageKind to_host_memory{"to_host_memory"};
/// `access` far from every allocation.
inline constexpr MessageKind to_unallocated_memory{"to_unallocated_memory"};
/// `access` that begins before an allocation.
inline constexpr MessageKind before_the_beginning{"before_the_beginning"};
/// `access` that ends past an allocation.
inline constexpr MessageKind past_the_end{"past_the_end"};
/// `access` that begins before an allocation that was freed.
inline constexpr MessageKind before_freed_memory{"before_freed_memory"};
/// `access` that ends past an allocation that was freed.
inline constexpr MessageKind past_freed_memory{"past_freed_memory"};
/// `access` outside of the block's shared memory.
inline constexpr MessageKind outside_of_shared_memory{"outside_of_shared_memory"};
/// `access` outside of the thread's local memory.
inline constexpr MessageKind outside_of_local_memory{"outside_of_local_memory"};
/// `access` to other memory than `memory`, from whose address its own is computed.
inline constexpr MessageKind outside_of_its_object{"outside_of_its_object"};
/// `access` at an address that is not a multiple of `alignment`.
inline constexpr MessageKind misaligned_access{"misaligned_access"};

// Advice.

/// Advice for through_null_pointer.
inline constexpr MessageKind set_pointer_and_check_allocation{"set_pointer_and_check_allocation"};
/// Advice for to_freed_memory on the device heap.
inline constexpr MessageKind free_after_last_thread{"free_after_last_thread"};
/// Advice for to_freed_memory.
inline constexpr MessageKind free_after_last_kernel{"free_after_last_kernel"};
/// Advice for to_constant_memory.
inline constexpr MessageKind set_constants_from_host{"set_constants_from_host"};
/// Advice for to_host_memory.
inline constexpr MessageKind copy_to_device_memory{"copy_to_device_memory"};
/// Advice for to_unallocated_memory.
inline constexpr MessageKind set_pointer_and_index{"set_pointer_and_index"};
/// Advice for before_the_beginning.
inline constexpr MessageKind find_negative_index{"find_negative_index"};
/// Advice for past_the_end, where the number of threads exceeds the number of elements.
inline constexpr MessageKind guard_last_block{"guard_last_block"};
/// Advice for past_the_end.
inline constexpr MessageKind compare_index_with_count{"compare_index_with_count"};
/// Advice for outside_of_local_memory.
inline constexpr MessageKind find_index_outside_of_local_array{"find_index_outside_of_local_array"};
/// Advice for outside_of_shared_memory if the launch requested none.
inline constexpr MessageKind pass_shared_memory_size{"pass_shared_memory_size"};
/// Advice for outside_of_shared_memory.
inline constexpr MessageKind compare_index_with_array_size{"compare_index_with_array_size"};
/// Advice for outside_of_its_object.
inline constexpr MessageKind find_index_outside_of_object{"find_index_outside_of_object"};
/// Advice for misaligned_access.
inline constexpr MessageKind align_for_larger_type{"align_for_larger_type"};

} // namespace kernelsmith::access_messages
