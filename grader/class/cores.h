#pragma once

/// @file
/// The cores of this machine, shared among those who time at once.

#include <cstddef>

namespace grader {

/// From now on this process, and whoever it starts, runs on the part number @p part of @p parts of the cores that it may run on. No
/// two parts have a core in common, nor a physical one where there are enough. Where it cannot be done, or there are too few cores, it
/// runs on all of them as before.
void keep_to_part_of_cores(std::size_t part, std::size_t parts);

} // namespace grader
