#pragma once

/// @file
/// Measured times of the submissions of a graded class, stage by stage: read from its journal, and kept in a
/// file such as docs/results/class/h200.json. The file names no student.
///
///     {
///      "format": 1,
///      "device": "NVIDIA H200",       GPU of the timings; empty: nothing was timed
///      "cores": 16,                   cores of the machine
///      "without_timing": 0.5,         share of the submissions below that used no GPU
///      "submissions": [                  one line per submission, lab by lab
///       {"lab": "01_occupancy", "check": 3.2},
///       {"lab": "01_occupancy", "check": 4.1, "time": 6.3, "device": 5.9, "without_prescreen": {"check": 1.1, "time": 6.4, "device": 6.0}}
///      ]
///     }
///
/// `check` and `time` are the seconds that the stage took; `device` is the part of `time` in which the GPU's
/// lock was held. A submission without `time` was finished after its check. `without_prescreen` is the same file,
/// graded with `--no-prescreen`; a class that was graded only once has none.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader::drain {

/// Times of the timing stage of one submission.
struct Timing {
    double seconds = 0;        ///< seconds of the whole stage, in which no other submission is timed on that
                               ///< GPU
    double device_seconds = 0; ///< the part in which the GPU's lock was held
};

/// Times of the stages of one submission.
struct StageTimes {
    double check = 0;             ///< seconds of the check
    std::optional<Timing> timing; ///< none: the submission was finished after its check
};

/// One submission of the measured class.
struct MeasuredSubmission {
    std::string lab;                             ///< id of the lab
    StageTimes times;                            ///< with prescreening, as a class is graded
    std::optional<StageTimes> without_prescreen; ///< the same file with `--no-prescreen`
};

/// A measured class.
struct MeasuredClass {
    std::string device;                          ///< name of the GPU as in reports
    unsigned cores = 0;                          ///< cores of the machine
    std::vector<MeasuredSubmission> submissions; ///< lab by lab

    /// Returns the share of submissions that used no GPU. Needs at least one submission.
    [[nodiscard]] double without_timing() const;
    /// Reports whether each submission was also graded without prescreening.
    [[nodiscard]] bool has_times_without_prescreen() const;
};

/// Reads the times of the class @p directory from its journal; the class was graded on a machine with @p
/// cores cores. @p without_prescreen is a class of the same files that was graded with `--no-prescreen`; empty if
/// there is none. Leaves out submissions that are not finished. Throws UsageError if there is no such class,
/// EnvironmentError if it has no times or times of several GPUs.
MeasuredClass measured_class(const std::filesystem::path& directory, unsigned cores,
                             const std::filesystem::path& without_prescreen = {});

/// Returns @p measured in the format of the file.
std::string to_text(const MeasuredClass& measured);

/// Parses text that to_text() wrote. Throws EnvironmentError, which calls the text @p name, if @p text has
/// another format.
MeasuredClass measured_from(const std::string& text, const std::string& name);

} // namespace grader::drain
