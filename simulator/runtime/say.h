#pragma once

/// @file
/// What the simulator itself has to tell whoever runs a program.

#include <string_view>

namespace simulator::runtime {

/// Writes out what the program has printed, since it comes first where its output and ours go to one place. Not where a
/// thread is printing just now.
void flush_output();

/// Prints "simulate: " and @p text as a line on stderr.
void say(std::string_view text);

} // namespace simulator::runtime
