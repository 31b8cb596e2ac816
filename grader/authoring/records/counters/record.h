#pragma once

/// @file
/// What a GPU counted: `docs/results/counters/<gpu>.json`. Written by counting, never by hand.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/records/counters/kernel_counts.h"

namespace grader {

/// One build of a lab, or one program.
struct BuildCounts {
    std::string name;                  ///< `baseline`, a rung, `solution`, or the program's name
    std::vector<KernelCounts> kernels; ///< in the order of their first launches
};

/// A record: builds by lab, and programs by their own names.
struct CountersRecord {
    std::string device;                                     ///< its full name
    std::map<std::string, std::vector<BuildCounts>> groups; ///< by the lab's id or the program's name
};

/// docs/results/counters/SLUG.json
std::filesystem::path counters_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads @p file; an empty record where there is none. Throws EnvironmentError when it is something else.
CountersRecord read_counters(const std::filesystem::path& file);

/// Writes @p record to @p file, making its directory. Throws EnvironmentError.
void write_counters(const std::filesystem::path& file, const CountersRecord& record);

} // namespace grader
