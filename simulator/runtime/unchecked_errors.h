#pragma once

/// @file
/// Unchecked errors: errors that were returned to the program, and that it has not queried. A typical
/// beginner's mistake.

#include <driver_types.h>

#include <vector>

#include "findings/finding.h"

namespace simulator::runtime {

/// Records that a launch by <<<>>>, which returns no error, was rejected. @p caller: return address of the
/// launch. @p refusal: call_messages::launch_was_refused. The error counts as checked once its thread calls
/// cudaGetLastError() or cudaPeekAtLastError().
void note_refused_launch(const void* caller, const Message& refusal);

/// Records that the entry point @p function returns @p error. The library cannot see whether the program
/// checks a return value. So only the first error per thread is kept, until the thread queries its last
/// error.
void note_failed_call(cudaError_t error, const char* function) noexcept;

/// Records that this thread has queried its last error and got one.
void mark_errors_checked();

/// Returns unchecked rejected launches, and the first failed call of each thread, as findings. Each is
/// returned once.
std::vector<Finding> take_unchecked_errors();

} // namespace simulator::runtime
