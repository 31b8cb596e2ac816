#pragma once

/// @file
/// Addresses of device variables that a program names.

#include <cstddef>

#include "message/message.h"

namespace simulator::runtime {

class Runtime;

/// Returns the address of the part of a symbol that is copied; null if the part is empty. A part outside of
/// the variable adds a finding with @p use and @p caller, the return address of the call.
char* part_of_symbol(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset,
                     kernelsmith::MessageKind use, const void* caller);

} // namespace simulator::runtime
