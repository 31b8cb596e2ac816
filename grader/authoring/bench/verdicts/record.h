#pragma once

/// @file
/// Recorded times of builds, process by process: a file with one line per measurement.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/measure/clocks.h"
#include "grading/measure/verdict.h"

namespace grader::verdicts {

/// Result of one measurement.
struct SpeedMeasurement {
    std::string device;        ///< "NVIDIA H200"
    std::string machine;       ///< name of the machine: GPUs with the same name differ
    std::string lab;           ///< id of the lab
    std::string build;         ///< "baseline" or "solution"
    bool under_load = false;   ///< whether another program used host and GPU at the same time
    std::vector<Round> rounds; ///< rounds from SpeedBenchmark::measure()
    Clocks clocks = {};        ///< clock frequencies from SpeedBenchmark::measure()
    std::string wrong = {};    ///< why the build failed although it is correct; empty: it did not fail
};

/// Formats @p measurement as a line of the record. Times have five digits, more than the clock resolves.
std::string to_line(const SpeedMeasurement& measurement);

/// Reads all measurements of @p file; none if it does not exist. Throws EnvironmentError if a line is
/// malformed.
std::vector<SpeedMeasurement> read_record(const std::filesystem::path& file);

/// Appends the line of @p measurement to @p file. Throws EnvironmentError.
void append(const std::filesystem::path& file, const SpeedMeasurement& measurement);

} // namespace grader::verdicts
