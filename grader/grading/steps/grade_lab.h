#pragma once

/// @file
/// Grades one file: runs the steps in order.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/inspect/observation.h"
#include "grading/measure/speed_benchmark.h"

namespace grader {

class ModelledBaseline;

/// A phase of a grade. A class that a GPU times has two: the checks, which need no GPU, and the timing.
enum class GradePhase {
    whole,  ///< all steps
    checks, ///< steps without a GPU: `builds`, the cases on the simulator, `clean` and `technique`
    timing, ///< the remaining steps: the cases on the GPU, and `fast`
};

/// What to grade, and how.
struct GradeRequest {
    std::filesystem::path source; ///< the student's file
    std::string command;    ///< the command line of this grade, without a seed: the start of a replay line
    std::uint64_t seed = 0; ///< secret; printed afterwards, so that a failure can be replayed
    bool replayed = false;  ///< the seed was given: all random choices follow from it
    std::optional<std::string> only_case; ///< replay only this correctness case, and measure no speed
    bool verdict_only = false;            ///< stop at the first wrong case, and do not look for its cause
    SpeedBenchmark* benchmark = nullptr;  ///< benchmark with a running baseline; null: create one
    /// Baseline to compare modelled times with; null: create one.
    const ModelledBaseline* baseline = nullptr;
    GradePhase phase = GradePhase::whole; ///< the phase to run
    bool prescreen = true; ///< in the checks: run the cases on the simulator, to keep wrong code off the GPU
    bool device_follows = false; ///< in the checks: the timing follows later, on a machine with a GPU
    /// Model `fast` if there is no clock. False: it is not measured then, for example for a comparison with a
    /// clock's verdicts.
    bool may_model = true;
    const LabGrade* checked = nullptr; ///< in the timing: the grade of the checks
    /// Returns the thresholds for the step `fast`, called when that step begins, because they may have to be
    /// measured first. Not set: those that the manifest has for the device.
    std::function<ThresholdsInUse()> thresholds;
    /// Called with the current activity, for a progress display.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
    /// Called with the launches that `technique` counted, with the counters of each line: a grade stores only
    /// totals. Not called if `technique` fails before its gates are judged.
    std::function<void(const std::vector<ObservedLaunch>&)> counted = [](const std::vector<ObservedLaunch>&) {
    };
};

/// Grades @p request.source as a solution of @p lab. Throws EnvironmentError on an infrastructure error.
LabGrade grade_lab(const Backend& backend, const Lab& lab, const GradeRequest& request);

/// Returns whether the checks of @p lab, with the result @p checked, leave steps for the timing.
bool needs_timing(const Lab& lab, const LabGrade& checked);

} // namespace grader
