#pragma once

/// @file
/// The verdicts on each lab's solution and known program by every source of thresholds, as they were measured on one GPU.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/threshold.h"
#include "grading/grade/grade.h"
#include "grading/thresholds/measure.h"

namespace grader::threshold_sources {

/// The verdict by one source.
struct Verdict {
    double pass = 0;              ///< of the thresholds in use, as a speedup on this GPU
    double full = 0;              ///< likewise
    Status status = Status::fail; ///< of the step `fast`
    double points = 0;            ///< for it
};

/// One program, measured once, and the verdicts by all sources on these times.
struct ProgramVerdicts {
    thresholds::Role role = thresholds::Role::solution; ///< which of the lab's programs it is
    std::string file;                                   ///< the name of its source
    double speedup = 0;                                 ///< over the baseline
    double of_limit = 0;                                ///< the device's limit over its time, 0 to 1
    std::map<ThresholdSource, Verdict> verdicts;        ///< by every source
};

/// Everything that was measured on one GPU.
struct Record {
    std::string device; ///< its full name
    int driver = 0;     ///< newest CUDA the driver supports, 13000 for 13.0
    int toolkit = 0;    ///< CUDA runtime the builds ran with, in the same form
    std::map<std::string, std::vector<ProgramVerdicts>> labs; ///< by id: the known program, then the solution
};

/// docs/results/thresholds under @p course_root, with a file SLUG.json for each GPU.
std::filesystem::path record_directory(const std::filesystem::path& course_root);

/// Reads @p file; an empty record where there is none. Throws EnvironmentError.
Record read_record(const std::filesystem::path& file);
/// Writes @p record to @p file, making its directory. Throws EnvironmentError.
void write_record(const std::filesystem::path& file, const Record& record);
/// The records of all GPUs, by slug.
std::map<std::string, Record> all_records(const std::filesystem::path& course_root);

/// The page docs/results/thresholds.md that @p records make.
std::string page(const std::map<std::string, Record>& records);

} // namespace grader::threshold_sources
