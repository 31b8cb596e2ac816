#pragma once

/// @file
/// Kinds of messages about values that a kernel uses and nobody has set, or that are out of date. `access` is one of
/// finding_messages/access_messages.h.

#include "message/message.h"

namespace kernelsmith::initialization_messages {

/// Nobody has written the bytes of `access`, or `missing` of them.
inline constexpr MessageKind uninitialized_memory{"uninitialized_memory"};
/// `access` to shared memory that another thread writes only later.
inline constexpr MessageKind read_before_written{"read_before_written"};
/// What the thread `thread` of read_before_written does.
inline constexpr MessageKind writes_it_later{"writes_it_later"};
/// A local variable in a register.
inline constexpr MessageKind uninitialized_register{"uninitialized_register"};
/// A local variable in local memory.
inline constexpr MessageKind uninitialized_local_variable{"uninitialized_local_variable"};
/// A shuffle from a lane that takes no part in it.
inline constexpr MessageKind shuffle_from_absent_lane{"shuffle_from_absent_lane"};
/// `access` through a cache that does not see what the launch writes.
inline constexpr MessageKind read_only_load_of_written_memory{"read_only_load_of_written_memory"};

// Advice.

/// For uninitialized_memory in global memory.
inline constexpr MessageKind fill_device_memory{"fill_device_memory"};
/// For uninitialized_memory in shared memory.
inline constexpr MessageKind write_shared_memory_first{"write_shared_memory_first"};
/// For uninitialized_memory in local memory.
inline constexpr MessageKind write_local_memory_first{"write_local_memory_first"};
/// For read_before_written.
inline constexpr MessageKind put_barrier_before_reading{"put_barrier_before_reading"};
/// For uninitialized_register.
inline constexpr MessageKind initialize_variable{"initialize_variable"};
/// For uninitialized_local_variable.
inline constexpr MessageKind initialize_array{"initialize_array"};
/// For shuffle_from_absent_lane.
inline constexpr MessageKind let_all_lanes_shuffle{"let_all_lanes_shuffle"};
/// For read_only_load_of_written_memory.
inline constexpr MessageKind use_plain_load{"use_plain_load"};

} // namespace kernelsmith::initialization_messages
