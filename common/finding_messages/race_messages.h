#pragma once

/// @file
/// Kinds of messages about data races between threads.
///
/// In all of them `access` is the access of one thread (finding_messages/access_messages.h), and `who` the
/// other thread: of one of the first three kinds.

#include "message/message.h"

namespace kernelsmith::race_messages {

/// Another thread of the same warp.
inline constexpr MessageKind lane_of_the_warp{"lane_of_the_warp"};
/// A thread of another warp of the same block.
inline constexpr MessageKind thread_of_the_block{"thread_of_the_block"};
/// A thread of another block.
inline constexpr MessageKind thread_of_another_block{"thread_of_another_block"};

/// A data race: `access`, `who`, `earlier` (the other thread's access) and `missing` (the synchronization
/// that would order the two).
inline constexpr MessageKind unordered_access{"unordered_access"};
/// `earlier`: a load.
inline constexpr MessageKind has_read{"has_read"};
/// `earlier`: a store.
inline constexpr MessageKind has_written{"has_written"};
/// `earlier`: an atomic.
inline constexpr MessageKind has_atomically_changed{"has_atomically_changed"};
/// `missing`: a barrier of the warp or of the block.
inline constexpr MessageKind no_warp_barrier_between{"no_warp_barrier_between"};
/// `missing`: a barrier of the block.
inline constexpr MessageKind no_barrier_between{"no_barrier_between"};
/// `missing`: nothing orders two blocks.
inline constexpr MessageKind no_order_between{"no_order_between"};
/// `missing`: one of the two accesses is atomic only at block scope.
inline constexpr MessageKind atomic_for_its_block_only{"atomic_for_its_block_only"};

/// Two lanes write different values in one instruction: `access`, `who`.
inline constexpr MessageKind writes_other_value{"writes_other_value"};
/// Both threads write the same value: `access`, `who`.
inline constexpr MessageKind writes_same_value{"writes_same_value"};
/// A read-modify-write with another write in between: `access`, `who`.
inline constexpr MessageKind lost_update{"lost_update"};
/// A plain load of a value that the other thread changes by a compare-and-swap: `access`, `who`.
inline constexpr MessageKind plain_load_and_atomic{"plain_load_and_atomic"};
/// A compare-and-swap of a value that the other thread has read by a plain load: `access`, `who`.
inline constexpr MessageKind atomic_after_plain_load{"atomic_after_plain_load"};
/// Two atomics of different sizes: `access`, `who`, and the other access as `other`.
inline constexpr MessageKind atomics_of_different_sizes{"atomics_of_different_sizes"};

/// A triple, as CUDA prints it: `x`, `y`, `z`.
inline constexpr MessageKind coordinates{"coordinates"};
/// The other thread by its index: `thread`, and its `block` if that is another one.
inline constexpr MessageKind other_thread{"other_thread"};
/// A write by the other_thread `thread`.
inline constexpr MessageKind wrote_it{"wrote_it"};
/// A read by the other_thread `thread`.
inline constexpr MessageKind read_it{"read_it"};

// Advice.

/// Advice for writes_same_value.
inline constexpr MessageKind mark_same_value_by_atomic{"mark_same_value_by_atomic"};
/// Advice for plain_load_and_atomic and atomic_after_plain_load.
inline constexpr MessageKind mark_plain_read_by_atomic{"mark_plain_read_by_atomic"};
/// Advice for atomic_for_its_block_only.
inline constexpr MessageKind give_atomic_device_scope{"give_atomic_device_scope"};
/// Advice for atomics_of_different_sizes.
inline constexpr MessageKind use_one_atomic_size{"use_one_atomic_size"};
/// Advice if one of the accesses is atomic or volatile.
inline constexpr MessageKind make_both_atomic_or_order_them{"make_both_atomic_or_order_them"};
/// Advice for lost_update.
inline constexpr MessageKind use_one_atomic_operation{"use_one_atomic_operation"};
/// Advice if several threads of a warp read, change and write one element.
inline constexpr MessageKind add_by_atomic{"add_by_atomic"};
/// Advice in a block of one warp.
inline constexpr MessageKind put_syncwarp_between{"put_syncwarp_between"};
/// Advice in a warp of a larger block.
inline constexpr MessageKind put_syncwarp_or_barrier_between{"put_syncwarp_or_barrier_between"};
/// Advice if threads of a warp write one element on one line.
inline constexpr MessageKind write_own_element_or_use_atomic{"write_own_element_or_use_atomic"};
/// Advice if warps write one element.
inline constexpr MessageKind write_own_element_or_put_barrier{"write_own_element_or_put_barrier"};
/// Advice if warps read and write on one line.
inline constexpr MessageKind use_atomic_or_put_barrier{"use_atomic_or_put_barrier"};
/// Advice if one warp reads and another one writes.
inline constexpr MessageKind put_barrier_between{"put_barrier_between"};
/// Advice if blocks write one element.
inline constexpr MessageKind give_element_one_block{"give_element_one_block"};
/// Advice if blocks read and write on one line.
inline constexpr MessageKind use_atomic_or_second_array{"use_atomic_or_second_array"};
/// Advice if one block reads and another one writes.
inline constexpr MessageKind read_in_second_kernel{"read_in_second_kernel"};
/// One of these pieces of advice, if both accesses are volatile: `advice`.
inline constexpr MessageKind volatile_orders_nothing{"volatile_orders_nothing"};

} // namespace kernelsmith::race_messages
