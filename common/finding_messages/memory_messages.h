#pragma once

/// @file
/// Kinds of messages that describe the memory at an address. `memory` is of a kind that names memory, `place`
/// of a kind that names an address in it or near it.

#include "message/message.h"

namespace kernelsmith::memory_messages {

/// A call that allocated or freed memory: `function`, `number`, `caller` if it is known.
inline constexpr MessageKind call{"call"};

/// Memory that a call allocated: `bytes`, `call`.
inline constexpr MessageKind allocation{"allocation"};
/// Host memory that a call registered: `bytes`, `call`.
inline constexpr MessageKind registered_memory{"registered_memory"};
/// Memory of another process that a call opened: `bytes`, `call`.
inline constexpr MessageKind opened_memory{"opened_memory"};
/// A variable in device memory: `bytes`, `name`.
inline constexpr MessageKind device_variable{"device_variable"};
/// A variable in constant memory: `bytes`, `name`.
inline constexpr MessageKind constant_variable{"constant_variable"};
/// A variable in shared memory: `name`.
inline constexpr MessageKind shared_variable{"shared_variable"};
/// Memory of which only the name is known: `name`.
inline constexpr MessageKind named_memory{"named_memory"};

/// A buffer named in the starter code: `bytes`, `name`, and `from` if it does not begin where its memory
/// does.
inline constexpr MessageKind buffer{"buffer"};
/// Memory that the submission allocated: `bytes`, `function`, `number` among its own calls.
inline constexpr MessageKind own_allocation{"own_allocation"};
/// The call that allocated it: `function`, `number` among the submission's own calls.
inline constexpr MessageKind own_call{"own_call"};

/// `offset` in `memory`.
inline constexpr MessageKind byte_of{"byte_of"};
/// `bytes` before `memory` begins.
inline constexpr MessageKind before_start{"before_start"};
/// The address directly after `memory`.
inline constexpr MessageKind right_after{"right_after"};
/// `bytes` after the end of `memory`.
inline constexpr MessageKind bytes_after{"bytes_after"};
/// An access that begins in `memory` and ends past it.
inline constexpr MessageKind across_end{"across_end"};
/// An access that begins in `memory` and of whose `bytes` the last `beyond` are past it.
inline constexpr MessageKind last_bytes_past_end{"last_bytes_past_end"};
/// `place` in memory that `call` freed.
inline constexpr MessageKind freed{"freed"};
/// Byte `offset` of the block's shared memory, in the variable `name` if it is known.
inline constexpr MessageKind shared_byte{"shared_byte"};
/// Byte `offset` of the block's shared memory, in the part that CUDA reserves.
inline constexpr MessageKind reserved_shared_byte{"reserved_shared_byte"};
/// Byte `offset` of the thread's local memory.
inline constexpr MessageKind local_byte{"local_byte"};
/// `bytes` before the block's shared or the thread's local memory.
inline constexpr MessageKind before_block_or_thread_memory{"before_block_or_thread_memory"};
/// `offset` past the shared memory of the block, which has `bytes`.
inline constexpr MessageKind past_shared_memory{"past_shared_memory"};
/// `offset` past the local memory of the thread, which has `bytes`.
inline constexpr MessageKind past_local_memory{"past_local_memory"};
/// Byte `offset` from address 0.
inline constexpr MessageKind byte_from_address_0{"byte_from_address_0"};
/// An address that looks like a host address.
inline constexpr MessageKind host_address{"host_address"};
/// An address that is far from every allocation.
inline constexpr MessageKind no_allocation_near{"no_allocation_near"};
/// A register of the PTX: `name`.
inline constexpr MessageKind ptx_register{"ptx_register"};

} // namespace kernelsmith::memory_messages
