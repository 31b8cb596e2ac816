#pragma once

/// @file
/// Errors that the program has been given and has not asked for: what a beginner's program runs past.

#include <driver_types.h>

#include <vector>

#include "findings/finding.h"

namespace simulator::runtime {

/// A launch by triple chevrons, which return nothing, was refused. @p caller is where they stand, @p refusal
/// call_messages::launch_was_refused. It counts as heard once its thread asks for its last error.
void note_refused_launch(const void* caller, const Message& refusal);

/// The entry point @p function is under way and returns @p error. Whether the program looks at what it
/// returns cannot be known, so only the first one of a thread is kept, until the thread asks for its last
/// error.
void note_failed_call(cudaError_t error, const char* function) noexcept;

/// This thread has asked for its last error and was told one.
void mark_errors_checked();

/// Refused launches that nobody has asked about, and the first failed call of each thread, as findings. Each is given once.
std::vector<Finding> take_unchecked_errors();

} // namespace simulator::runtime
