#pragma once

/// @file
/// A lab's own programs, timed as the step `fast` does, and the speedups that they reach.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/thresholds/rule.h"

namespace grader::thresholds {

/// Why a program is measured.
enum class Role {
    baseline, ///< against itself, as if a student had handed it in
    known,    ///< the rung that the labs before teach
    closest,  ///< the slowest rung that has to pass, where `pass` is close below it
    solution,
};

/// A program to measure.
struct MeasuredProgram {
    Role role = Role::baseline;   ///< why
    std::filesystem::path source; ///< its file
};

/// The baseline, the program that earlier labs teach where that is another one, and the solution of @p lab.
std::vector<MeasuredProgram> programs_of(const Lab& lab);

/// How long to measure.
struct Request {
    std::uint64_t seed = 0;     ///< of the inputs
    double seconds = 0;         ///< measuring goes on in turn until they are over
    std::size_t min_grades = 1; ///< of each program, however long that takes
    /// Takes what is being done, in a few words.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// A program and its times.
struct ProgramTimes {
    Role role = Role::baseline; ///< why it was measured
    std::string file;           ///< its name
    /// One for each grade. Where it came to no times, `wrong` says why.
    std::vector<Measurement> grades;
};

/// All times of a lab.
struct LabTimes {
    std::string case_name;              ///< what was timed
    std::vector<ProgramTimes> programs; ///< the baseline first
    double seconds = 0;                 ///< that it took
    double limit_ms = 0;                ///< the device's limit for this case; 0: unknown
};

/// Measures @p programs of @p lab in turn. Throws EnvironmentError where one does not compile, or the lab cannot be measured
/// here.
LabTimes measure(const Backend& backend, const Lab& lab, const std::vector<MeasuredProgram>& programs,
                 const Request& request);

/// The speedup of one program, over all its grades.
struct MeasuredSpeedup {
    Role role = Role::baseline; ///< why it was measured
    std::string file;           ///< its name
    double ratio = 0;           ///< the median of its rounds
    double low = 0;             ///< of the confidence interval, of which a round is one sample
    double high = 0;            ///< likewise
    std::size_t grades = 0;     ///< how often it was measured as the step `fast` does
    std::size_t rounds = 0;     ///< fresh processes of either side, in all of them
};

/// The speedups of all programs of @p times. Throws EnvironmentError where one of them never came to a time.
std::vector<MeasuredSpeedup> measured_speedups(const LabTimes& times);

/// The program with this role; null where it was not measured.
const MeasuredSpeedup* find(const std::vector<MeasuredSpeedup>& reached, Role role);

/// What derive() takes of @p reached, where a program at the device's limit reaches @p limit times the baseline.
Ratios ratios_of(const std::vector<MeasuredSpeedup>& reached, double limit);

/// The speedup of a program that takes exactly the device's limit; 0: the limit is unknown.
double limit_of(const LabTimes& times);

/// Digits of a speedup in a record: what repeats from run to run, and no more.
inline constexpr int speedup_digits = 4;

} // namespace grader::thresholds
