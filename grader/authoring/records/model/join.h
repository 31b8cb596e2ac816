#pragma once

/// @file
/// What is known of the builds and kernels of a record besides the model: what a GPU measured, and what lab.toml says.

#include <filesystem>
#include <map>
#include <string>

#include "authoring/records/counters/record.h"
#include "authoring/records/model/record.h"
#include "course/course.h"
#include "grading/results/results.h"

namespace grader::accuracy {

/// A kernel of a program of simulator/evidence/proof, as a GPU timed it.
struct TimedKernel {
    std::string name; ///< as the program lists it
    double ms = 0;    ///< median
};

/// What was measured on one GPU.
struct MeasuredTimes {
    Results results;                                         ///< times of labs
    CountersRecord throughputs;                              ///< what Nsight Compute said
    std::map<std::string, std::vector<TimedKernel>> kernels; ///< by program, in the order of their launches

    /// The case of @p lab that is graded; null where nothing was measured of it.
    [[nodiscard]] const CaseResult* graded_case(const std::string& lab) const;
};

/// docs/results/times/SLUG/throughputs.json
std::filesystem::path throughputs_file(const std::filesystem::path& course_root, const std::string& slug);

/// All that @p course has of the GPU @p slug.
MeasuredTimes read_measured(const Course& course, const std::string& slug);

/// What Nsight Compute says limits the longest kernel of the build or kernel @p name of @p group, a lab or a program;
/// empty: it was not asked.
std::string nsight_limit(const CountersRecord& throughputs, const std::string& group,
                         const std::string& name);

/// Gives every build and kernel of @p record what @p measured and the manifests of @p course say of it, and puts builds in
/// the order of their ladders. A build that the course does not have any more, or that was not measured, goes; so does such
/// a kernel. Kernels come into the order of their launches.
void join(Record& record, const Course& course, const MeasuredTimes& measured);

} // namespace grader::accuracy
