#pragma once

/// @file
/// Time, host and user, for the journal.

#include <string>

namespace grader {

/// Returns the seconds since 1970 by the system clock.
double unix_time();

/// Returns the host name of this machine.
std::string host_name();

/// Returns the name of the user who runs this process.
std::string user_name();

} // namespace grader
