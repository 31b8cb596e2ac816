#pragma once

/// @file
/// Memory uses of calls in a stream, recorded for the check of the order of work. They belong to the current
/// task of the thread.

#include <cstddef>

#include "memory/device_memory.h"
#include "order/work_item.h"
#include "runtime/copy.h"

namespace simulator::runtime {

class Runtime;

/// Records that the call of @p caller uses rows of memory, as far as the device knows the memory. @p what: a
/// message of finding_messages/order_messages.h.
void record_use_of_rows(Runtime& runtime, MessageKind what, order::Use use, const CopySide<const void*>& side,
                        const Rows& rows, const void* caller);
/// Records that a call of @p function changes the whole allocation at @p address. @p does: for example
/// order_messages::frees_memory
void record_use_of_allocation(Runtime& runtime, Address address, const char* function, MessageKind does,
                              const void* caller);

} // namespace simulator::runtime
