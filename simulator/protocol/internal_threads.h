#pragma once

/// @file
/// Threads of the library's own, beside those of the program.

#include <functional>

namespace simulator::protocol {

/// Runs @p body on a thread that no signal is delivered to, as signals are for the program's own threads. It is
/// never waited for. False where the system gives no more threads.
bool start_internal_thread(std::function<void()> body);

} // namespace simulator::protocol
