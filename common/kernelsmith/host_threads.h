#pragma once

/// @file
/// The number of threads for work on the host.

#include <algorithm>
#include <sched.h>
#include <thread>

namespace kernelsmith {

/// Returns the number of cores on which this process may run: a batch system, or a run that times several
/// GPUs at once, may have assigned it only some of the machine's cores.
inline unsigned host_threads() {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (::sched_getaffinity(0, sizeof cores, &cores) == 0)
        return std::max(1U, static_cast<unsigned>(CPU_COUNT(&cores)));
    return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace kernelsmith
