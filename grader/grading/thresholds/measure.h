#pragma once

/// @file
/// Times a lab's own programs as the step `fast` does, and computes their speedups.

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

/// The reason why a program is measured.
enum class Role {
    baseline, ///< compared with itself, as if a student had submitted it
    known,    ///< the rung that the earlier labs teach
    closest,  ///< the slowest rung that must pass, if `pass` is just below it
    solution,
};

/// A program to measure.
struct MeasuredProgram {
    Role role = Role::baseline;   ///< the reason
    std::filesystem::path source; ///< source of the program
};

/// Returns the baseline, the program that earlier labs teach if that is another one, and the solution of @p
/// lab.
std::vector<MeasuredProgram> programs_of(const Lab& lab);

/// Options of a measurement.
struct Request {
    std::uint64_t seed = 0;     ///< seed of the inputs
    double seconds = 0;         ///< minimum duration: the programs are measured in turn until it is over
    std::size_t min_grades = 1; ///< minimum for each program, however long that takes
    /// Called with the current activity, in a few words.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// The times of a program.
struct ProgramTimes {
    Role role = Role::baseline; ///< the reason why it was measured
    std::string file;           ///< name of its file
    /// One measurement per grade. If a grade has no times, its `wrong` is the reason.
    std::vector<Measurement> grades;
};

/// All times of the programs of a lab.
struct LabTimes {
    std::string case_name;              ///< the timed case
    std::vector<ProgramTimes> programs; ///< the baseline first
    double seconds = 0;                 ///< duration of the measurement
    double limit_ms = 0;                ///< the device's limit for this case; 0: unknown
};

/// Measures @p programs of @p lab in turn. Throws EnvironmentError if one does not compile, or if the lab
/// cannot be measured here.
LabTimes measure(const Backend& backend, const Lab& lab, const std::vector<MeasuredProgram>& programs,
                 const Request& request);

/// The speedup of one program, over all its grades.
struct MeasuredSpeedup {
    Role role = Role::baseline; ///< the reason why it was measured
    std::string file;           ///< name of its file
    double ratio = 0;           ///< median over its rounds
    double low = 0;             ///< lower end of the confidence interval, with one sample per round
    double high = 0;            ///< upper end of the confidence interval
    std::size_t grades = 0;     ///< number of measurements, each like one in the step `fast`
    std::size_t rounds = 0;     ///< number of rounds in all of them, each with new processes of both sides
};

/// Returns the speedups of all programs of @p times. Throws EnvironmentError if one of them has no time in
/// any grade.
std::vector<MeasuredSpeedup> measured_speedups(const LabTimes& times);

/// Returns the program with this role; null if it was not measured.
const MeasuredSpeedup* find(const std::vector<MeasuredSpeedup>& reached, Role role);

/// Returns the input of derive_threshold() from @p reached, with @p limit as the speedup of a program at the
/// device's limit.
Ratios ratios_of(const std::vector<MeasuredSpeedup>& reached, double limit);

/// Returns the speedup of a program that takes exactly the device's limit; 0 if the limit is unknown.
double limit_of(const LabTimes& times);

/// Digits of a speedup in a record: those that are reproducible from run to run.
inline constexpr int speedup_digits = 4;

} // namespace grader::thresholds
