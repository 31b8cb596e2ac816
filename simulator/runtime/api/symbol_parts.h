#pragma once

/// @file
/// Where the device variables lie that a program names.

#include <cstddef>

#include "message/message.h"

namespace simulator::runtime {

class Runtime;

/// The part of a symbol that is copied; null when nothing is. @p use and @p caller: what is told of a part that the
/// variable does not have, and who asked.
char* part_of_symbol(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset,
                     kernelsmith::MessageKind use, const void* caller);

} // namespace simulator::runtime
