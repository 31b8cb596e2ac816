#pragma once

/// @file
/// Joins modelled builds and kernels with measurements and with lab.toml.

#include <filesystem>
#include <map>
#include <string>

#include "authoring/records/counters/record.h"
#include "authoring/records/model/record.h"
#include "course/course.h"
#include "grading/results/results.h"

namespace grader::accuracy {

/// A kernel of a program of simulator/evidence/proof with its time on a GPU.
struct TimedKernel {
    std::string name; ///< name in the program's list
    double ms = 0;    ///< median
};

/// Measurements on one GPU.
struct MeasuredTimes {
    Results results;                                         ///< times of labs
    CountersRecord throughputs;                              ///< Nsight Compute's throughputs
    std::map<std::string, std::vector<TimedKernel>> kernels; ///< keyed by program, in the order of their
                                                             ///< launches

    /// Returns the graded case of @p lab; null if it was not measured.
    [[nodiscard]] const CaseResult* graded_case(const std::string& lab) const;
};

/// docs/results/times/SLUG/throughputs.json
std::filesystem::path throughputs_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads all measurements of @p course on the GPU @p slug.
MeasuredTimes read_measured(const Course& course, const std::string& slug);

/// Returns the limiter by Nsight Compute of the longest kernel of the build or kernel @p name of @p group, a
/// lab or a program; empty: it was not profiled.
std::string nsight_limit(const CountersRecord& throughputs, const std::string& group,
                         const std::string& name);

/// Adds to every build and kernel of @p record what @p measured and the manifests of @p course
/// contain, and sorts builds in the order of their ladders. Removes builds and kernels that the course
/// no longer has or that were not measured. Kernels are sorted in the order of their launches.
void join(Record& record, const Course& course, const MeasuredTimes& measured);

} // namespace grader::accuracy
