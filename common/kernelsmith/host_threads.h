#pragma once

/// @file
/// How many threads work on the host is shared among.

#include <algorithm>
#include <sched.h>
#include <thread>

namespace kernelsmith {

/// The number of cores that this process may run on: a batch system, or whoever has several GPUs timed at once, can have given it
/// a part of the machine's.
inline unsigned host_threads() {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (::sched_getaffinity(0, sizeof cores, &cores) == 0)
        return std::max(1U, static_cast<unsigned>(CPU_COUNT(&cores)));
    return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace kernelsmith
