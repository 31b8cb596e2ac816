#pragma once

/// @file
/// A program that dies of a signal: what was found until then is told all the same.

namespace simulator::runtime {

/// Installs handlers for what ends a program: SIGSEGV, SIGBUS, SIGFPE, SIGABRT, and where the program does
/// not handle them itself SIGINT and SIGTERM. Findings are told and the report is written before the program
/// dies, by the same signal as without them; a host access to device memory is explained.
void watch_signals();

} // namespace simulator::runtime
