#pragma once

/// @file
/// When, where and by whom something is done, for journals.

#include <string>

namespace grader {

/// Seconds since 1970, by the machine's clock.
double unix_time();

/// This machine's name.
std::string host_name();

/// The name of the user whose process this is.
std::string user_name();

} // namespace grader
