#pragma once

/// @file
/// One file, one grade: the steps in their order.

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

/// Which part of a grade is made. Of a class's grades, what takes no GPU comes first.
enum class GradePhase {
    whole,  ///< all of it
    checks, ///< what takes no GPU: `builds`, the cases on the simulator, `clean` and `technique`
    timing, ///< what the checks left over: the cases on the GPU, and `fast`
};

/// What to grade and how.
struct GradeRequest {
    std::filesystem::path source; ///< the student's file
    std::string command;          ///< what was typed to grade it, without a seed: begins a replay line
    std::uint64_t seed = 0;       ///< secret; printed afterwards, so that a failure can be replayed
    bool replayed = false;        ///< the seed was given: everything that is drawn follows from it
    std::optional<std::string> only_case; ///< replay this correctness case alone and measure no speed
    bool verdict_only = false;            ///< end with the first wrong case, and look for no reason
    SpeedBenchmark* benchmark =
        nullptr; ///< measure here, where a baseline already waits; null: in a fresh one
    /// Hold what is modelled against this one; null: against a fresh one.
    const ModelledBaseline* baseline = nullptr;
    GradePhase phase = GradePhase::whole; ///< what of the grade is made now
    bool prescreen =
        true; ///< of the checks: the cases are run, too, so that what is wrong takes no time on a GPU
    bool device_follows = false; ///< of the checks: the timing is made later, on a machine that has a GPU
    /// Where no clock is, `fast` is modelled. False: it is not measured there, as for what is held against a clock's verdicts.
    bool may_model = true;
    const LabGrade* checked = nullptr; ///< of the timing: what the checks came to
    /// The thresholds for the step `fast`, asked for when that step begins, since they may have to be measured first. Not set:
    /// those that the manifest has for the device.
    std::function<ThresholdsInUse()> thresholds;
    /// Called with what is being done, so that waiting shows it is alive.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
    /// Called with what `technique` counted, all launches with their lines. A grade keeps only the sums.
    std::function<void(const std::vector<ObservedLaunch>&)> counted = [](const std::vector<ObservedLaunch>&) {
    };
};

/// Grades @p request.source as a solution of @p lab. Throws EnvironmentError where the machine, not the
/// student, fails.
LabGrade grade_lab(const Backend& backend, const Lab& lab, const GradeRequest& request);

/// Whether the checks of @p lab came to @p checked and left something over for the timing.
bool needs_timing(const Lab& lab, const LabGrade& checked);

} // namespace grader
