#pragma once

/// @file
/// Kinds of messages about uninitialized and stale values that a kernel uses. `access` is of a kind in
/// finding_messages/access_messages.h.

#include "message/message.h"

namespace kernelsmith::initialization_messages {

/// The bytes of `access`, or `missing` of them, are uninitialized.
inline constexpr MessageKind uninitialized_memory{"uninitialized_memory"};
/// `access` to shared memory that another thread writes later.
inline constexpr MessageKind read_before_written{"read_before_written"};
/// The write by the other thread `thread` of read_before_written.
inline constexpr MessageKind writes_it_later{"writes_it_later"};
/// Use of an uninitialized local variable in a register.
inline constexpr MessageKind uninitialized_register{"uninitialized_register"};
/// Use of an uninitialized local variable in local memory.
inline constexpr MessageKind uninitialized_local_variable{"uninitialized_local_variable"};
/// A shuffle from an inactive lane.
inline constexpr MessageKind shuffle_from_inactive_lane{"shuffle_from_inactive_lane"};
/// `access` through a cache that is not coherent with writes of the launch.
inline constexpr MessageKind read_only_load_of_written_memory{"read_only_load_of_written_memory"};

// Advice.

/// Advice for uninitialized_memory in global memory.
inline constexpr MessageKind fill_device_memory{"fill_device_memory"};
/// Advice for uninitialized_memory in shared memory.
inline constexpr MessageKind write_shared_memory_first{"write_shared_memory_first"};
/// Advice for uninitialized_memory in local memory.
inline constexpr MessageKind write_local_memory_first{"write_local_memory_first"};
/// Advice for read_before_written.
inline constexpr MessageKind put_barrier_before_reading{"put_barrier_before_reading"};
/// Advice for uninitialized_register.
inline constexpr MessageKind initialize_variable{"initialize_variable"};
/// Advice for uninitialized_local_variable.
inline constexpr MessageKind initialize_array{"initialize_array"};
/// Advice for shuffle_from_inactive_lane.
inline constexpr MessageKind let_all_lanes_shuffle{"let_all_lanes_shuffle"};
/// Advice for read_only_load_of_written_memory.
inline constexpr MessageKind use_plain_load{"use_plain_load"};

} // namespace kernelsmith::initialization_messages
