#pragma once

/// @file
/// What the hand-ins of a graded class took, stage by stage: read from its journal, and kept in a file such as
/// docs/results/class/h200.json. The file names no student.
///
///     {
///      "format": 1,
///      "device": "NVIDIA H200",       what was timed on; empty: nothing was
///      "cores": 16,                   of the machine
///      "without_timing": 0.5,         the share of the hand-ins below that took no GPU
///      "hand_ins": [                  a line each, lab by lab
///       {"lab": "01_occupancy", "check": 3.2},
///       {"lab": "01_occupancy", "check": 4.1, "time": 6.3, "device": 5.9, "without_sieve": {"check": 1.1, "time": 6.4, "device": 6.0}}
///      ]
///     }
///
/// `check` and `time` are the seconds that the stage took, `device` is how long of `time` the GPU's lock was held. A hand-in
/// without `time` was done with after its check. `without_sieve` is the same file, graded with `--no-sieve`; a class that was
/// graded once has none.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader::drain {

/// What the timing of a hand-in took.
struct Timing {
    double seconds = 0;        ///< all of it: as long nobody else is timed on that GPU
    double device_seconds = 0; ///< how long of that the GPU's lock was held
};

/// What one hand-in took.
struct StageTimes {
    double check = 0;             ///< seconds of its check
    std::optional<Timing> timing; ///< none: it was done with after its check
};

/// One hand-in of the class that was measured.
struct MeasuredSubmission {
    std::string lab;                             ///< its id
    StageTimes times;                            ///< as a class is graded
    std::optional<StageTimes> without_prescreen; ///< the same file with `--no-sieve`
};

/// A class that was measured.
struct MeasuredClass {
    std::string device;                          ///< as a report calls it
    unsigned cores = 0;                          ///< of the machine
    std::vector<MeasuredSubmission> submissions; ///< lab by lab

    /// The share of hand-ins that took no GPU. There has to be one.
    [[nodiscard]] double without_timing() const;
    /// Whether each hand-in was also graded without the sieve.
    [[nodiscard]] bool has_times_without_prescreen() const;
};

/// What the journal of the class @p directory says, which was graded on a machine of @p cores cores. @p without_sieve is a class of the
/// same files that was graded with `--no-sieve`; empty: there is none. A hand-in that is not done is left out. Throws
/// UsageError where there is no such class, EnvironmentError where its times are of several GPUs or where there are none.
MeasuredClass measured_class(const std::filesystem::path& directory, unsigned cores,
                             const std::filesystem::path& without_prescreen = {});

/// @p measured as the file has it.
std::string to_text(const MeasuredClass& measured);

/// What to_text() wrote. Throws EnvironmentError where @p text is nothing of the kind, and calls it @p name.
MeasuredClass measured_from(const std::string& text, const std::string& name);

} // namespace grader::drain
