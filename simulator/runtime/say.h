#pragma once

/// @file
/// What the simulator itself has to tell whoever runs a program.

#include <string_view>

namespace simulator::runtime {

/// Prints "simulate: " and @p text as a line on stderr.
void say(std::string_view text);

} // namespace simulator::runtime
