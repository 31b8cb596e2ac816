#pragma once

/// @file
/// Recorded times of builds, process by process: a file with a line for each measurement.

#include <filesystem>
#include <string>
#include <vector>

#include "measure/verdict.h"

namespace grader::verdicts {

/// What one measurement came to.
struct Trial {
    std::string device;        ///< "NVIDIA H200"
    std::string lab;           ///< its id
    std::string build;         ///< "baseline" or "solution"
    bool beside = false;       ///< another program used host and GPU
    std::vector<Round> rounds; ///< as Arena::measure() gave them
};

/// @p trial as a line of the record.
std::string to_line(const Trial& trial);

/// All trials of @p file. Throws EnvironmentError where a line makes no sense.
std::vector<Trial> read_record(const std::filesystem::path& file);

} // namespace grader::verdicts
