#pragma once

/// @file
/// Modelled calls of a lab's own programs on each modelled GPU: `labs/<lab>/modelled.json`. They contain times and
/// counts, from which times on another GPU can be predicted, but no code.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/model/modelled_call.h"

namespace grader::prediction {

/// Programs of a lab, by which its thresholds are derived.
inline constexpr const char* baseline_call = "baseline";
inline constexpr const char* known_call = "known";       ///< what the earlier labs teach; none: the baseline
inline constexpr const char* solution_call = "solution"; ///< the lab's solution

/// Launches of a call that are alike.
struct RecordedLaunch {
    std::string model;   ///< JSON of the simulator: ModelledTime::record
    LaunchRounds rounds; ///< its repetitions in the timed case
};

/// A modelled call of one program.
struct RecordedCall {
    std::vector<CallStep> steps;          ///< with indices into `launches`
    std::vector<RecordedLaunch> launches; ///< each once, however often it is repeated
};

/// The calls on one GPU.
struct RecordedGpu {
    double parts = 1;                          ///< ModelledCall::parts
    double memory_parts = 1;                   ///< ModelledCall::memory_parts
    double whole = 1;                          ///< ModelledCall::whole
    std::map<std::string, RecordedCall> calls; ///< the key is the program
};

/// The record of a lab.
struct LabRecord {
    double band = 0; ///< relative error of speedups that are predicted for another GPU
    std::map<std::string, RecordedGpu> gpus; ///< the key is the slug

    /// Returns whether the lab has no record.
    [[nodiscard]] bool empty() const { return gpus.empty(); }
};

/// Returns the record of @p call.
RecordedCall recorded(const ModelledCall& call);

/// Returns the file of @p lab's record.
std::filesystem::path record_file(const Lab& lab);
/// Returns the record of @p lab; an empty one if it has none. Throws EnvironmentError if it is malformed.
LabRecord read_record(const Lab& lab);
/// Writes the record of @p lab. Throws EnvironmentError.
void write_record(const Lab& lab, const LabRecord& record);

} // namespace grader::prediction
