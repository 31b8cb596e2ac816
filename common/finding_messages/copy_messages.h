#pragma once

/// @file
/// Kinds of messages about copies that run beside the threads (`cp.async`), and accesses to what they use. `access` is one of
/// finding_messages/access_messages.h.

#include "message/message.h"

namespace kernelsmith::copy_messages {

/// `access` to the target of a copy that is not done.
inline constexpr MessageKind still_written_by_copy{"still_written_by_copy"};
/// `access` to the source of a copy that is not done.
inline constexpr MessageKind still_read_by_copy{"still_read_by_copy"};
/// Another `thread` (race_messages::other_thread), or without it this one.
inline constexpr MessageKind started_the_copy{"started_the_copy"};

/// Advice.
inline constexpr MessageKind wait_for_copy{"wait_for_copy"};

} // namespace kernelsmith::copy_messages
