#pragma once

/// @file
/// What calls of the program use in a stream, for who asks for the order of work. All for the task that the thread does.

#include <cstddef>

#include "memory/device_memory.h"
#include "order/work_item.h"
#include "runtime/copy.h"

namespace simulator::runtime {

class Runtime;

/// The call of @p caller, which is @p what of finding_messages/order_messages.h, uses rows of memory, as far as the device knows of it.
void record_use_of_rows(Runtime& runtime, MessageKind what, order::Use use, const CopySide<const void*>& side,
                        const Rows& rows, const void* caller);
/// A call of @p function changes all of what begins at @p address. @p does: order_messages::frees_memory
void record_use_of_allocation(Runtime& runtime, Address address, const char* function, MessageKind does,
                              const void* caller);

} // namespace simulator::runtime
