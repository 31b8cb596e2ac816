#pragma once

/// @file
/// Messages of the simulator to the user who runs a program.

#include <string_view>

namespace simulator::runtime {

/// Flushes the program's output, so that it precedes ours if both go to the same file. Does not do so while a
/// thread is printing.
void flush_output();

/// Prints "simulate: " and @p text as a line on stderr.
void print_notice(std::string_view text);

/// Reports a feature of the program that the simulator does not support. `simulate` then ends with a failure,
/// regardless of the program's exit status.
void report_unsupported(std::string_view text);
/// Returns whether report_unsupported() was called.
bool has_reported_unsupported();

} // namespace simulator::runtime
