#pragma once

/// @file
/// Formats numbers for a person.

#include <cstddef>
#include <initializer_list>
#include <string>

namespace grader {

/// Formats a time in a suitable unit with three significant digits: `41.2 µs`, `3.91 ms`, `1.20 s`.
std::string format_time(double milliseconds);

/// Formats points with at most one decimal. Never rounds up: 39.97 is not 40.
std::string format_points(double points);

/// Formats a share, 0 to 1, in percent.
std::string format_share(double share);

/// Formats a size in bytes or KiB.
std::string format_bytes(std::size_t bytes);

/// Returns the decimals that a reader needs to distinguish speedups from @p threshold: 2, or up to 4 if
/// one of @p speedups is close to it but not equal.
int decimals_to_distinguish(double threshold, std::initializer_list<double> speedups);

/// Formats a speedup: `9.48×`.
std::string format_speedup(double speedup, int decimals = 2);

} // namespace grader
