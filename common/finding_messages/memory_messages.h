#pragma once

/// @file
/// Kinds of messages that say which memory an address belongs to.

#include "message/message.h"

namespace kernelsmith::memory_messages {

/// A call that gave memory, or took it: `function`, `number`, `caller` where it is known.
inline constexpr MessageKind call{"call"};

/// Memory that a call gave: `bytes`, `call`.
inline constexpr MessageKind allocation{"allocation"};
/// Host memory that a call registered: `bytes`, `call`.
inline constexpr MessageKind registered_memory{"registered_memory"};
/// Memory of another process that a call opened: `bytes`, `call`.
inline constexpr MessageKind opened_memory{"opened_memory"};
/// `bytes`, `name`.
inline constexpr MessageKind device_variable{"device_variable"};
/// `bytes`, `name`.
inline constexpr MessageKind constant_variable{"constant_variable"};

/// A buffer that the hand-out names: `bytes`, `name`, and `from` where it does not begin where its memory does.
inline constexpr MessageKind buffer{"buffer"};
/// Memory that the hand-in asked for itself: `bytes`, `function`, `number` among its own calls.
inline constexpr MessageKind own_allocation{"own_allocation"};

/// `offset` in `memory`.
inline constexpr MessageKind byte_of{"byte_of"};
/// `bytes` before `memory` begins.
inline constexpr MessageKind in_front_of{"in_front_of"};
/// Where `memory` ends.
inline constexpr MessageKind right_behind{"right_behind"};
/// `bytes` from the end of `memory`.
inline constexpr MessageKind bytes_behind{"bytes_behind"};
/// An access that begins in `memory` and ends behind it.
inline constexpr MessageKind across_the_end{"across_the_end"};
/// The same: the last `beyond` bytes of `bytes` lie behind `memory`.
inline constexpr MessageKind last_bytes_behind{"last_bytes_behind"};
/// `place` in memory that `call` freed.
inline constexpr MessageKind freed{"freed"};

} // namespace kernelsmith::memory_messages
