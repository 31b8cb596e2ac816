#pragma once

/// @file
/// An instrumented run: one call of a build on the simulator.

#include <optional>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/channel/launch.h"
#include "grading/inspect/observation.h"
#include "grading/messages/message.h"
#include "grading/verify/case_run.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The outcome of a call.
struct CallReport {
    double copied_bytes = 0;      ///< bytes copied between host and device
    LaunchLog launches;           ///< launches, as the runner logged them
    CaseOutcome outcome = {};     ///< whether the outputs are right, and the failure if not
    OperationLog operations = {}; ///< operations one by one; empty unless requested
};

/// Whether the operations of a call are recorded one by one.
enum class OperationLogging { off, on };

/// Calls the function of @p build once in @p runner, on inputs generated for @p sizes from @p seed. Buffers
/// end where their allocations end, and outputs are uninitialized. The outputs are checked: a call that
/// computes nothing would have no mistakes and no wasted accesses. Throws RunnerDied and RunnerFault.
/// @param operations whether operations are recorded, without times
CallReport call_once(RunnerClient& runner, const Build& build, const kernelsmith::Sizes& sizes,
                     std::uint64_t seed, UncheckedErrors errors = UncheckedErrors::reported,
                     OperationLogging operations = OperationLogging::off);

/// The outcome of an instrumented run.
struct InstrumentedRun {
    std::optional<Observation> observed; ///< none: the process ended without a readable report
    double copied_bytes = 0;             ///< bytes copied between host and device during the call
    LaunchLog launches;           ///< launches, as the runner logged them; empty if the call did not return
    CaseOutcome outcome = {};     ///< whether the outputs are right; only if the call was completed
    OperationLog operations = {}; ///< operations one by one; empty unless requested
    Message fault;                ///< why the call was not completed; empty if it was
    std::string output;           ///< output of the process
};

/// Returns @p build with a longer time limit per call, for sizes that take long on the simulator: ten times
/// the time on an idle machine. Its runs together have no deadline.
Build with_extended_limits(Build build);

/// Runs call_once() in a separate process on the simulator. Throws EnvironmentError without a simulator,
/// or on an infrastructure error.
InstrumentedRun run_instrumented(const Backend& backend, const Build& build, const kernelsmith::Sizes& sizes,
                                 std::uint64_t seed, const InstrumentedRunSpec& run,
                                 OperationLogging operations = OperationLogging::off);

} // namespace grader
