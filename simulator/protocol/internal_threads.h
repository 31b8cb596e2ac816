#pragma once

/// @file
/// Threads that the library starts for itself, in addition to the program's.

#include <functional>

namespace simulator::protocol {

/// Runs @p body on a detached thread that blocks all signals, because signals are meant for the program's own
/// threads. Returns false if the system cannot start a thread.
bool start_internal_thread(std::function<void()> body);

} // namespace simulator::protocol
