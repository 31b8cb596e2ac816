#pragma once

/// @file
/// What is left to do when a program ends: findings are printed and the report is written.

#include <chrono>
#include <mutex>
#include <optional>

namespace simulator::runtime {

class Runtime;

/// Whether this process loaded the library. A child that was forked off has its memory, and is not the one to
/// tell.
bool is_owner();

/// Whether nobody has begun to tell; the caller has then. Safe in a signal handler.
bool begin_to_tell();
/// The program goes on after all, and may be told about again.
void end_to_tell();

/// Lets the device do what it was asked for; what waits for the program then ends in a fault. False where it cannot be
/// told to, or takes longer than @p patience.
bool finish_work(Runtime& runtime, std::optional<std::chrono::milliseconds> patience = {});

/// Keeps the program's other threads out of the library. Does not hold the lock where one of them is in a
/// call that does not end soon.
std::unique_lock<std::timed_mutex> stop_calls(Runtime& runtime);

/// Prints the findings and writes the report. Without @p calls_stopped another thread may be changing what
/// the report is made of: then none is written, and that is said.
void tell_all(Runtime& runtime, bool calls_stopped);

} // namespace simulator::runtime
