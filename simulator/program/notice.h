#pragma once

/// @file
/// What the simulator itself has to tell whoever runs a program.

#include <string_view>

namespace simulator::runtime {

/// Writes out what the program has printed, since it comes first where its output and ours go to one place.
/// Not where a thread is printing just now.
void flush_output();

/// Prints "simulate: " and @p text as a line on stderr.
void print_notice(std::string_view text);

/// Says what of the program the simulator cannot run. `simulate` then ends with a failure, whatever the
/// program makes of it.
void report_unsupported(std::string_view text);
/// Whether that was said.
bool has_reported_unsupported();

} // namespace simulator::runtime
