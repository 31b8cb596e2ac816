#pragma once

/// @file
/// Numbers as a person reads them.

#include <cstddef>
#include <initializer_list>
#include <string>

namespace grader {

/// A time in the unit that suits it, three digits: `41.2 µs`, `3.91 ms`, `1.20 s`.
std::string format_time(double milliseconds);

/// Points with one decimal, or none where that says as much. Never rounded up: 39.97 is not 40.
std::string format_points(double points);

/// A share, 0 to 1, in percent.
std::string format_share(double share);

/// A size in bytes or KiB.
std::string format_bytes(std::size_t bytes);

/// Decimals that a speedup needs to be told from @p threshold by eye: 2, or up to 4 where one of @p speedups
/// is close to it and not the same.
int decimals_to_distinguish(double threshold, std::initializer_list<double> speedups);

/// A speedup, `9.48×`.
std::string format_speedup(double speedup, int decimals = 2);

} // namespace grader
