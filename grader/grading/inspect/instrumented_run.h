#pragma once

/// @file
/// One call of a build under the simulator's eyes.

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

/// What a call came to.
struct CallReport {
    double copied_bytes = 0;      ///< between host and device
    LaunchLog launches;           ///< as the runner logged them
    CaseOutcome outcome = {};     ///< whether its outputs are right, and if not, what is wrong
    OperationLog operations = {}; ///< one by one; empty unless they were asked for
};

/// Whether the operations of a call are noted one by one.
enum class OperationLogging { off, on };

/// Has @p runner call the function of @p build once, on inputs drawn for @p sizes from @p seed.
/// Buffers end where their memory ends, and outputs hold what nobody has written. Its outputs are looked at: a call that
/// computes nothing has made no mistake and wastes no access. Throws RunnerDied and
/// RunnerFault.
/// @param operations whether they are noted, without times
CallReport call_once(RunnerClient& runner, const Build& build, const kernelsmith::Sizes& sizes,
                     std::uint64_t seed, UncheckedErrors errors = UncheckedErrors::reported,
                     OperationLogging operations = OperationLogging::off);

/// What became of a call that was watched.
struct InstrumentedRun {
    std::optional<Observation> observed; ///< none: the process ended without a report that can be read
    double copied_bytes = 0;             ///< between host and device, while it was called
    LaunchLog launches;           ///< as the runner logged them; empty where the call did not come back
    CaseOutcome outcome = {};     ///< whether its outputs are right; only where it came to its end
    OperationLog operations = {}; ///< one by one; empty unless they were asked for
    Message fault;                ///< why the call did not come to its end; says nothing: it did
    std::string output;           ///< what it printed
};

/// @p build with a longer time limit for a call, for sizes that take the simulator long: ten times what an idle machine needs.
/// Its runs have no deadline together.
Build with_extended_limits(Build build);

/// Does as call_once() in a separate process on the simulator. Throws EnvironmentError if there is no simulator or the machine
/// fails.
InstrumentedRun run_instrumented(const Backend& backend, const Build& build, const kernelsmith::Sizes& sizes,
                                 std::uint64_t seed, const InstrumentedRunSpec& run,
                                 OperationLogging operations = OperationLogging::off);

} // namespace grader
