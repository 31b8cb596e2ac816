#pragma once

/// @file
/// Reads the tables of a manifest that contain sizes: `[[case]]`, `[[timed]]`, `[[clean]]`, `[[counted]]`,
/// `[[measured]]`.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "course/manifest.h"
#include "course/strict_table.h"

namespace grader {

/// The values of sizes that a case need not name.
using DefaultSizes = std::map<std::string, std::int64_t>;

/// Reads the table `default_sizes` of @p lab; empty if there is none.
DefaultSizes read_default_sizes(StrictTable& lab);

/// Reads the tables @p key of @p lab; empty if there are none. Only those of `[[case]]` have a weight and
/// sizes for the simulator.
/// @param defaults sizes that a case need not name
/// @param earlier cases of the same lab, which must have sizes with the same names, because a problem reads
/// each of them
std::vector<Case> read_cases(StrictTable& lab, std::string_view key, const DefaultSizes& defaults,
                             const std::vector<Case>& earlier);

/// Reads the table `sizes` of @p table into @p item, which must have the names of the first of @p earlier.
void read_sizes_into(StrictTable& table, const DefaultSizes& defaults, const std::vector<Case>& earlier,
                     Case& item);

} // namespace grader
