#pragma once

/// @file
/// A lab's programs, timed again and again as the step `fast` does, and what that says of thresholds and verdicts.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "calibration/record.h"
#include "course/course.h"
#include "measure/arena.h"
#include "results/results.h"

namespace grader::calibration {

/// What to measure, and for how long.
struct TrialRequest {
    std::uint64_t seed = 0; ///< of the inputs
    double seconds = 60;    ///< for the lab; each program is measured `fewest_grades` times at least
    /// Takes what is being done, in a few words.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// A program is measured so often, however long that takes.
inline constexpr std::size_t fewest_grades = 2;

/// One program to measure.
struct Program {
    Role role = Role::baseline;   ///< what it is measured for
    std::filesystem::path source; ///< its file
};

/// A program and its times.
struct ProgramTimes {
    Role role = Role::baseline; ///< what it was measured for
    std::string file;           ///< its name
    /// One for each grade. Where it came to no times, `wrong` says why.
    std::vector<Measurement> grades;
};

/// All times of a lab.
struct LabTimes {
    std::string case_name;              ///< what was timed
    std::vector<ProgramTimes> programs; ///< the baseline first
    double seconds = 0;                 ///< that it took
};

/// What the thresholds of @p lab are derived by, where @p results are those of its reference GPU.
Reference reference_of(const Lab& lab, const Results& results);

/// The programs of @p lab that are measured, where @p results are those of its reference GPU: the baseline, what is
/// known, the closest rung, the solution. Of these the two in the middle may be missing.
std::vector<Program> programs_of(const Lab& lab, const Results& results);

/// Measures @p programs of @p lab in turn until the time is over. Throws EnvironmentError where one does not compile, or
/// the lab cannot be measured here.
LabTimes measure_lab(const Backend& backend, const Lab& lab, const std::vector<Program>& programs,
                     const TrialRequest& request);

/// What @p times say. On the GPU called @p slug the thresholds are derived by @p reference, unless it is the reference
/// itself: that one's stay. Throws EnvironmentError where a program that is needed never came to a time.
CalibratedLab conclude(const LabTimes& times, const Reference& reference, const std::string& slug);

} // namespace grader::calibration
