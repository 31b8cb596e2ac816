#pragma once

/// @file
/// How long a call would take on the modelled GPU.

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

/// What the inputs of a modelled call are drawn from, where nobody asks for others: the same for everybody and each time, so
/// that a time repeats to the last digit.
inline constexpr std::uint64_t modelled_seed = 1;

/// What a modelled call is drawn from.
struct ModelledSeeds {
    std::uint64_t inputs = modelled_seed; ///< the elements of its buffers
    std::uint64_t blocks = 0;             ///< those that are followed; 0: some of the first
};

/// A call that was modelled.
struct ModelledCall {
    CallTime time;                        ///< of the timed case, on the whole GPU
    std::vector<ObservedLaunch> launches; ///< each with its time, as it was modelled
    OperationLog operations;              ///< what it asked the GPU for, as the runner noted it
    std::vector<CallStep> steps;          ///< the same as the timed case would do it
    HostTimes host;                       ///< what these take of the host
    CountedRun counted;                   ///< its counters, and what its problem needs
    std::vector<LaunchRounds> rounds;     ///< of each launch
    double whole = 1;                     ///< whole_per_part()
    double parts = 1;                     ///< of the GPU, of which one was modelled
    double memory_parts = 1;              ///< the same of its memory
    std::size_t unreported = 0;           ///< launches and operations that the reports had no room for
    bool over_limit = false;              ///< it was stopped because it executed too many instructions
    Message fault;                        ///< why it did not come to its end; says nothing: it did
    Message wrong;                        ///< what is wrong with its result; says nothing: nothing

    /// Why the result of @p program, the_baseline or this_build, is not to be used; says nothing: it is right.
    [[nodiscard]] Message why_wrong(MessageKind program) const;
    /// Why there is no time of it that can be used; says nothing: there is one.
    [[nodiscard]] Message why_no_time(MessageKind program) const;
    /// Instructions that its warps executed.
    [[nodiscard]] double instructions() const;
    /// The share of its time in which the GPU of @p model could issue all instructions of the timed case; 0 where that is not known.
    [[nodiscard]] double issue_share(const TimeModel& model) const;
    /// What the launch with number @p launch would take in the timed case, if it took @p part_ms where it was modelled.
    [[nodiscard]] double timed_case_ms(std::size_t launch, double part_ms) const;

    /// What the call would take if its launches took @p part_ms where they were modelled, each by its number.
    [[nodiscard]] double ms_with_part_times(const std::vector<double>& part_ms) const;
    /// What its launches take where they were modelled; 0 where that is not known.
    [[nodiscard]] std::vector<double> part_times() const;
    /// What the call would take if it did @p other_steps.
    [[nodiscard]] double ms_with_steps(const std::vector<CallStep>& other_steps) const;
};

/// Calls @p build once for the modelled case of its lab, as @p draw says. Throws EnvironmentError.
/// @param what Watch::time or Watch::remedies
/// @param instruction_limit that all its warps together may execute before it is stopped; 0: any number
ModelledCall model_call(const Backend& backend, const Build& build, const ModelledSeeds& draw,
                        Instrumentation what = Instrumentation::time, std::uint64_t instruction_limit = 0);

} // namespace grader
