#pragma once

/// @file
/// Recorded times of builds, process by process: a file with a line for each measurement.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/measure/clocks.h"
#include "grading/measure/verdict.h"

namespace grader::verdicts {

/// What one measurement came to.
struct SpeedMeasurement {
    std::string device;        ///< "NVIDIA H200"
    std::string machine;       ///< which one it was: GPUs of one name differ
    std::string lab;           ///< its id
    std::string build;         ///< "baseline" or "solution"
    bool under_load = false;   ///< another program used host and GPU
    std::vector<Round> rounds; ///< as SpeedBenchmark::measure() gave them
    Clocks clocks = {};        ///< likewise
    std::string wrong = {};    ///< why the build failed though it is right; empty: it did not
};

/// @p trial as a line of the record. Times have five digits, which is more than the clock tells.
std::string to_line(const SpeedMeasurement& measurement);

/// All trials of @p file; none where it is not there. Throws EnvironmentError where a line makes no sense.
std::vector<SpeedMeasurement> read_record(const std::filesystem::path& file);

/// Appends the line of @p trial to @p file. Throws EnvironmentError.
void append(const std::filesystem::path& file, const SpeedMeasurement& measurement);

} // namespace grader::verdicts
