#pragma once

/// @file
/// Record of the verdicts on each lab's solution and known program by every source of thresholds, measured on
/// one GPU.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/threshold.h"
#include "grading/grade/grade.h"
#include "grading/thresholds/measure.h"

namespace grader::threshold_sources {

/// The verdict by one source of thresholds.
struct Verdict {
    double pass = 0;              ///< threshold in use, as a speedup on this GPU
    double full = 0;              ///< threshold of the full points, as a speedup on this GPU
    Status status = Status::fail; ///< points earned for the step `fast`
    double points = 0;            ///< points of the step `fast`
};

/// One program, measured once, and the verdicts by all sources on these times.
struct ProgramVerdicts {
    thresholds::Role role = thresholds::Role::solution; ///< its role in the lab
    std::string file;                                   ///< file name of its source
    double speedup = 0;                                 ///< over the baseline
    double of_limit = 0;                                ///< the device's limit divided by its time, 0 to 1
    std::map<ThresholdSource, Verdict> verdicts;        ///< verdicts keyed by source of thresholds
};

/// All measurements of one GPU.
struct Record {
    std::string device; ///< its full name
    int driver = 0;     ///< newest CUDA version that the driver supports, 13000 for 13.0
    int toolkit = 0;    ///< version of the CUDA runtime that the builds ran with, 13000 for 13.0
    std::map<std::string, std::vector<ProgramVerdicts>> labs; ///< keyed by lab id: the known program, then
                                                              ///< the solution
};

/// Returns docs/results/thresholds under @p course_root, which has one file SLUG.json per GPU.
std::filesystem::path record_directory(const std::filesystem::path& course_root);

/// Reads @p file; an empty record if there is none. Throws EnvironmentError.
Record read_record(const std::filesystem::path& file);
/// Writes @p record to @p file and creates its directory. Throws EnvironmentError.
void write_record(const std::filesystem::path& file, const Record& record);
/// Reads the records of all GPUs, by slug.
std::map<std::string, Record> all_records(const std::filesystem::path& course_root);

/// Renders the page docs/results/thresholds.md from @p records.
std::string page(const std::map<std::string, Record>& records);

} // namespace grader::threshold_sources
