#pragma once

/// @file
/// The critical path of a modelled call: its steps on the GPU and on the host, and their total time.
///
/// The host enqueues work and continues; the GPU executes it in order. A copy to the host ends after all work
/// enqueued before it, and the host waits for it. Then the host processes the bytes that it received: those
/// that came before the first kernel, and those that came last. Its computation on them is not counted, so
/// each byte takes a fixed time that was measured once (HostTimes::work_ns_per_byte).

#include <cstddef>
#include <span>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/channel/operation.h"
#include "grading/inspect/observation.h"

namespace grader {

/// One request of the host in a call.
struct CallStep {
    /// The kind of a step.
    enum class Kind {
        launch,    ///< launch of one kernel, or of a graph with all its kernels
        to_host,   ///< copy from the device to the host
        to_device, ///< copy from the host to the device
        on_device, ///< copy within the GPU's memory, or a memset
    };
    static constexpr std::size_t kinds = 4; ///< number of kinds
    Kind kind = Kind::launch;               ///< kind of this step
    std::vector<std::size_t> launches = {}; ///< indices into make_call_steps()'s launches; empty for a copy
    double bytes = 0;                       ///< bytes copied or set in the timed case
    double moved_bytes = 0;                 ///< sum of OperationTransfers::moved_bytes
    double count = 1;                       ///< number of copies or memsets
};

/// Returns the steps of a call whose operations are @p log and whose launches are @p launches. Launches that
/// are missing in the log come last. The copies and memsets of a graph cost as much as outside of one: those
/// to the host come after its kernels, the others before. The same holds for accesses of kernels to memory
/// that the host shares.
/// @param parts number of calls like this one that do the work of the timed case
std::vector<CallStep> make_call_steps(const OperationLog& log, const std::vector<ObservedLaunch>& launches,
                                      double parts);

/// The cost of a launch in the timed case.
struct LaunchTotal {
    double ms = 0;    ///< time on the GPU, over all repetitions
    double times = 1; ///< number of repetitions
};

/// The time of a call, and its parts other than kernels.
struct CallTime {
    double ms = 0;               ///< the whole call
    double copies_ms = 0;        ///< copies between host and device
    double device_copies_ms = 0; ///< copies and memsets on the device
    /// Time in which the host waits for the GPU, in addition to the GPU's work and the copies.
    double host_wait_ms = 0;
    double host_work_ms = 0;     ///< the host's work on the bytes that it received
    double call_overhead_ms = 0; ///< overhead of every call: the host starts it and waits for its end
};

/// Returns the time of a call of @p steps whose launches take @p launches.
CallTime time_of_call(const std::vector<CallStep>& steps, std::span<const LaunchTotal> launches,
                      const HostTimes& host);

/// Returns @p steps without the host's own work: large copies to the host are removed.
std::vector<CallStep> remove_host_work(std::vector<CallStep> steps);
/// Returns @p steps with only the last of the small copies to the host: the host waits for the others only to
/// decide something.
std::vector<CallStep> merge_host_waits(std::vector<CallStep> steps);

} // namespace grader
