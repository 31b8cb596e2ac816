#pragma once

/// @file
/// Kinds of messages about divergent barriers: barriers of a block that not all of its threads reach.

#include "message/message.h"

namespace kernelsmith::barrier_messages {

/// `absent` of the `threads` of a block do not reach a barrier.
inline constexpr MessageKind threads_miss_barrier{"threads_miss_barrier"};
/// The reason of threads_miss_barrier.
inline constexpr MessageKind ended_without_barrier{"ended_without_barrier"};
/// Threads of a block wait at two barriers with the same number.
inline constexpr MessageKind waits_at_two_barriers{"waits_at_two_barriers"};
/// The place of waits_at_two_barriers.
inline constexpr MessageKind two_barriers_at_once{"two_barriers_at_once"};
/// The threads at the other barrier.
inline constexpr MessageKind others_wait_there{"others_wait_there"};

// Advice.

/// Advice for threads_miss_barrier.
inline constexpr MessageKind bring_all_threads_to_barrier{"bring_all_threads_to_barrier"};
/// Advice for waits_at_two_barriers, one of which is in a loop.
inline constexpr MessageKind make_equal_rounds{"make_equal_rounds"};
/// Advice for waits_at_two_barriers.
inline constexpr MessageKind put_one_barrier_after_branches{"put_one_barrier_after_branches"};

} // namespace kernelsmith::barrier_messages
