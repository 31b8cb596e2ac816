#pragma once

/// @file
/// A program that dies of a signal: touching device memory from the host kills it, as with a GPU, but it is told why.

namespace simulator::runtime {

/// Installs the handlers that explain a host access to device memory, and that tell the findings of a program that
/// aborts. The program dies by the same signal as without them.
void watch_signals();

} // namespace simulator::runtime
