#pragma once

/// @file
/// Conversions between the local time of this machine, as TZ or /etc/localtime defines it, and Unix time.

#include <ctime>
#include <optional>
#include <string>

namespace grader {

/// Returns the Unix time at which local clocks show @p shown, of which only the fields from year to second
/// are used. If there are two, because clocks are set back, returns the later one. No value if clocks never
/// show it, because they are set forward past it.
std::optional<double> unix_time_of_local(const std::tm& shown);

/// Formats the local time at the Unix time @p moment: `2026-12-01 22:14`.
std::string format_local_minute(double moment);

} // namespace grader
