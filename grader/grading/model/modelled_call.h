#pragma once

/// @file
/// Predicts the time of a call on the modelled GPU.

#include <cstdint>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/counted_run.h"
#include "grading/inspect/observation.h"
#include "grading/messages/message.h"
#include "grading/model/call_steps.h"
#include "grading/model/modelled_rounds.h"

namespace grader {

/// Default seed of the inputs of a modelled call: public and constant, so that a time is reproducible to the
/// last digit.
inline constexpr std::uint64_t modelled_seed = 1;

/// Seeds of a modelled call.
struct ModelledSeeds {
    std::uint64_t inputs = modelled_seed; ///< for the elements of its buffers
    std::uint64_t blocks = 0;             ///< for the choice of sampled blocks; 0: some of the first
};

/// A modelled call.
struct ModelledCall {
    CallTime time;                        ///< time of the timed case, on the whole GPU
    std::vector<ObservedLaunch> launches; ///< each with its modelled time
    OperationLog operations;              ///< its operations on the GPU, as the runner recorded them
    std::vector<CallStep> steps;          ///< the operations as steps of the timed case
    HostTimes host;                       ///< host overheads of the steps
    CountedRun counted;                   ///< its counters, and the requirements of its problem
    std::vector<LaunchRounds> rounds;     ///< repetitions of each launch
    double whole = 1;                     ///< whole_per_part()
    double parts = 1;                     ///< number of equal parts of the GPU, of which one was modelled
    double memory_parts = 1;              ///< the same number for its memory
    std::size_t unreported = 0; ///< number of launches and operations that did not fit into the reports
    bool over_limit = false;    ///< it exceeded the instruction limit and was stopped
    Message fault;              ///< why the call did not finish; empty: it did
    Message wrong;              ///< error in its result; empty: it is right

    /// Returns why the result of @p program, the_baseline or this_build, cannot be used; empty if it is
    /// right.
    [[nodiscard]] Message why_wrong(MessageKind program) const;
    /// Returns why it has no usable time; empty if it has one.
    [[nodiscard]] Message why_no_time(MessageKind program) const;
    /// Returns the instructions that its warps executed.
    [[nodiscard]] double instructions() const;
    /// Returns the share of its time in which the GPU of @p model could issue all instructions of the timed
    /// case; 0 if unknown.
    [[nodiscard]] double issue_share(const TimeModel& model) const;
    /// Returns the time of launch @p launch in the timed case, if it took @p part_ms in the modelled part.
    [[nodiscard]] double timed_case_ms(std::size_t launch, double part_ms) const;

    /// Returns the time of the call if its launches, by index, took @p part_ms in the modelled part.
    [[nodiscard]] double ms_with_part_times(const std::vector<double>& part_ms) const;
    /// Returns the times of its launches in the modelled part; 0 for an unknown one.
    [[nodiscard]] std::vector<double> part_times() const;
    /// Returns the time of the call if its steps were @p other_steps.
    [[nodiscard]] double ms_with_steps(const std::vector<CallStep>& other_steps) const;
};

/// Calls @p build once for the modelled case of its lab, drawn from @p draw. Throws EnvironmentError.
/// @param what Watch::time or Watch::suggestions
/// @param instruction_limit limit on the instructions of all its warps together, after which it is stopped;
/// 0: unlimited
ModelledCall model_call(const Backend& backend, const Build& build, const ModelledSeeds& draw,
                        Instrumentation what = Instrumentation::time, std::uint64_t instruction_limit = 0);

} // namespace grader
