#pragma once

/// @file
/// What a modelled call does one thing after the other, on the GPU and on the host, and how long all of it takes.
///
/// The host asks for work and goes on; the GPU does one piece of work after the other. A copy to the host ends when all that was
/// asked for before is done, and the host waits for it. Then the host goes over the bytes that it was brought: those
/// that came before the first kernel, and those that came last. What it computes with them nobody counts, so each byte
/// takes as long as it was measured once (HostTimes::work_ns_per_byte).

#include <cstddef>
#include <span>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/channel/operation.h"
#include "grading/inspect/observation.h"

namespace grader {

/// One thing that the host asks for in a call.
struct CallStep {
    /// What it is.
    enum class Kind {
        launch,    ///< of kernels: one, or those of a graph
        to_host,   ///< a copy
        to_device, ///< a copy
        on_device, ///< a copy from the GPU's memory to itself, or bytes that are set
    };
    static constexpr std::size_t kinds = 4; ///< there are
    Kind kind = Kind::launch;               ///< what it is
    std::vector<std::size_t> launches = {}; ///< of the report, by their numbers
    double bytes = 0;                       ///< in the timed case: that are copied or set
    double moved_bytes = 0;                 ///< of these operations, as OperationTransfers::moved_bytes
    double count = 1;                       ///< copies or memsets that these are
};

/// The steps of a call whose operations are @p log and whose launches are @p launches. Launches of which the log knows nothing come last.
/// The copies and memsets of a graph cost what they cost outside of one: those to the host come after its kernels, the others before.
/// So do what kernels themselves read and write of memory that the host shares.
/// @param parts as many calls like this one do the work of the timed case
std::vector<CallStep> make_call_steps(const OperationLog& log, const std::vector<ObservedLaunch>& launches,
                                      double parts);

/// What a launch takes in the timed case.
struct LaunchTotal {
    double ms = 0;    ///< on the GPU, all together
    double times = 1; ///< how often it is launched
};

/// How long a call takes, and what of it is not the time of kernels.
struct CallTime {
    double ms = 0;               ///< all of it
    double copies_ms = 0;        ///< bytes between host and device
    double device_copies_ms = 0; ///< copies and memsets on the device
    double host_wait_ms = 0;     ///< that the host waits for the GPU, beside the GPU's work and the bytes
    double host_work_ms = 0;     ///< the host's work on what it was brought
    double call_overhead_ms = 0; ///< what any call takes: the host begins it and waits for its end
};

/// How long a call of @p steps takes whose launches take @p launches.
CallTime time_of_call(const std::vector<CallStep>& steps, std::span<const LaunchTotal> launches,
                      const HostTimes& host);

/// @p steps without the host's own work: of what is many bytes, nothing is brought to it.
std::vector<CallStep> remove_host_work(std::vector<CallStep> steps);
/// @p steps without all copies of few bytes to the host but the last: for those the host waits only to decide something.
std::vector<CallStep> merge_host_waits(std::vector<CallStep> steps);

} // namespace grader
