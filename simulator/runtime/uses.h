#pragma once

/// @file
/// What calls of the program use in a stream, for who asks for the order of work. All for the task that the thread does.

#include <cstddef>

#include "memory/device_memory.h"
#include "order/piece.h"
#include "runtime/copy.h"

namespace simulator::runtime {

class Runtime;

/// The call of @p caller, which is to be called @p what, uses rows of memory, as far as the device knows of it.
void use_rows(Runtime& runtime, const char* what, order::Use use, const CopySide<const void*>& side,
              const Rows& rows, const void* caller);
/// A call changes all of what begins at @p address. @p does: "frees"
void use_all(Runtime& runtime, Address address, const char* what, const char* does, const void* caller);

} // namespace simulator::runtime
