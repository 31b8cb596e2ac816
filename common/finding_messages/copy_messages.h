#pragma once

/// @file
/// Kinds of messages about asynchronous copies (`cp.async`) that race with accesses of threads. `access` is
/// of a kind in finding_messages/access_messages.h.

#include "message/message.h"

namespace kernelsmith::copy_messages {

/// `access` to the destination of a copy in flight.
inline constexpr MessageKind still_written_by_copy{"still_written_by_copy"};
/// `access` to the source of a copy in flight.
inline constexpr MessageKind still_read_by_copy{"still_read_by_copy"};
/// The thread that started the copy: another `thread` (race_messages::other_thread); absent: this one.
inline constexpr MessageKind started_the_copy{"started_the_copy"};

/// Advice for both of these, and for an access that a barrier before the wait does not order.
inline constexpr MessageKind wait_for_copy{"wait_for_copy"};

} // namespace kernelsmith::copy_messages
