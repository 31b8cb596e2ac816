#pragma once

/// @file
/// Kinds of messages about accesses of several threads that nothing orders.
///
/// In all of them `access` is what a thread does (finding_messages/access_messages.h), and `who` the other thread: one of the
/// first three.

#include "message/message.h"

namespace kernelsmith::race_messages {

/// Another thread of the same warp.
inline constexpr MessageKind lane_of_the_warp{"lane_of_the_warp"};
/// A thread of another warp of the same block.
inline constexpr MessageKind thread_of_the_block{"thread_of_the_block"};
/// A thread of another block.
inline constexpr MessageKind thread_of_another_block{"thread_of_another_block"};

/// A data race: `access`, `who`, `earlier` (what the other thread did) and `missing` (what would order the two).
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
/// `missing`: an order of two blocks.
inline constexpr MessageKind no_order_between{"no_order_between"};
/// `missing`: one of the two is atomic for the threads of its own block only.
inline constexpr MessageKind atomic_for_its_block_only{"atomic_for_its_block_only"};

/// Two lanes write different values by one instruction: `access`, `who`.
inline constexpr MessageKind writes_other_value{"writes_other_value"};
/// Both write one value: `access`, `who`.
inline constexpr MessageKind writes_same_value{"writes_same_value"};
/// A read, a change and a write of which another write comes between: `access`, `who`.
inline constexpr MessageKind lost_update{"lost_update"};
/// A plain load of what the other thread changes by a compare-and-swap: `access`, `who`.
inline constexpr MessageKind plain_load_and_atomic{"plain_load_and_atomic"};
/// A compare-and-swap of what the other thread has read by a plain load: `access`, `who`.
inline constexpr MessageKind atomic_after_plain_load{"atomic_after_plain_load"};
/// Two atomics of different sizes: `access`, `who`, and its access as `other`.
inline constexpr MessageKind atomics_of_different_sizes{"atomics_of_different_sizes"};

/// Three numbers, as CUDA prints them: `x`, `y`, `z`.
inline constexpr MessageKind coordinates{"coordinates"};
/// The other thread by its number: `thread`, and its `block` where that is another one.
inline constexpr MessageKind other_thread{"other_thread"};
/// What other_thread `thread` did.
inline constexpr MessageKind wrote_it{"wrote_it"};
/// The same.
inline constexpr MessageKind read_it{"read_it"};

// Advice.

/// For writes_same_value.
inline constexpr MessageKind mark_same_value_by_atomic{"mark_same_value_by_atomic"};
/// For plain_load_and_atomic and atomic_after_plain_load.
inline constexpr MessageKind mark_plain_read_by_atomic{"mark_plain_read_by_atomic"};
/// For atomic_for_its_block_only.
inline constexpr MessageKind give_atomic_device_scope{"give_atomic_device_scope"};
/// For atomics_of_different_sizes.
inline constexpr MessageKind use_one_atomic_size{"use_one_atomic_size"};
/// Where one of the accesses is atomic or volatile.
inline constexpr MessageKind make_both_atomic_or_order_them{"make_both_atomic_or_order_them"};
/// For lost_update.
inline constexpr MessageKind use_one_atomic_operation{"use_one_atomic_operation"};
/// Where several threads of a warp read, change and write one element.
inline constexpr MessageKind add_by_atomic{"add_by_atomic"};
/// Inside of a block of one warp.
inline constexpr MessageKind put_syncwarp_between{"put_syncwarp_between"};
/// Inside of a warp of a larger block.
inline constexpr MessageKind put_syncwarp_or_barrier_between{"put_syncwarp_or_barrier_between"};
/// Where threads of a warp write one element on one line.
inline constexpr MessageKind write_own_element_or_use_atomic{"write_own_element_or_use_atomic"};
/// Where warps write one element.
inline constexpr MessageKind write_own_element_or_put_barrier{"write_own_element_or_put_barrier"};
/// Where warps read and write on one line.
inline constexpr MessageKind use_atomic_or_put_barrier{"use_atomic_or_put_barrier"};
/// Where one warp reads and another one writes.
inline constexpr MessageKind put_barrier_between{"put_barrier_between"};
/// Where blocks write one element.
inline constexpr MessageKind give_element_one_block{"give_element_one_block"};
/// Where blocks read and write on one line.
inline constexpr MessageKind use_atomic_or_second_array{"use_atomic_or_second_array"};
/// Where one block reads and another one writes.
inline constexpr MessageKind read_in_second_kernel{"read_in_second_kernel"};
/// One of these, where both accesses are volatile: `advice`.
inline constexpr MessageKind volatile_orders_nothing{"volatile_orders_nothing"};

} // namespace kernelsmith::race_messages
