#pragma once

/// @file
/// Between the time of this machine's clocks on the wall, which TZ or /etc/localtime tells, and seconds of 1970.

#include <ctime>
#include <optional>
#include <string>

namespace grader {

/// The moment at which clocks here show @p shown, in seconds of 1970; of its fields those from the year to the second count.
/// Of two, when clocks are set back, the later one. Nothing where they never show it, because they are set forward past it.
std::optional<double> unix_time_of_local(const std::tm& shown);

/// What clocks here show at @p moment, in seconds of 1970: `2026-12-01 22:14`.
std::string format_local_minute(double moment);

} // namespace grader
