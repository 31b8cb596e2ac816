#pragma once

/// @file
/// Record of a GPU's counts: `docs/results/counters/<gpu>.json`. Written by measurements, never by hand.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/records/counters/kernel_counts.h"

namespace grader {

/// Counts of one build of a lab, or of one program.
struct BuildCounts {
    std::string name;                  ///< `baseline`, a rung, `solution`, or the program's name
    std::vector<KernelCounts> kernels; ///< in the order of their first launches
};

/// A record: builds by lab, and programs by their own names.
struct CountersRecord {
    std::string device;                                     ///< full name of the GPU
    std::map<std::string, std::vector<BuildCounts>> groups; ///< keyed by id of the lab or name of the program
};

/// docs/results/counters/SLUG.json
std::filesystem::path counters_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads @p file; an empty record if there is none. Throws EnvironmentError if it is malformed.
CountersRecord read_counters(const std::filesystem::path& file);

/// Writes @p record to @p file and creates its directory. Throws EnvironmentError.
void write_counters(const std::filesystem::path& file, const CountersRecord& record);

} // namespace grader
