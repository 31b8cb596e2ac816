#pragma once

/// @file
/// Parallel work on the host, on all available cores.

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "kernelsmith/host_threads.h"

namespace kernelsmith {

/// Calls `work(first, end)` for parts of [0, length), in parallel on all available cores. @p min_items items
/// are enough work to justify the start of a thread.
template <typename Work> void parallel_for(std::uint64_t length, std::uint64_t min_items, Work work) {
    const std::uint64_t threads = std::clamp<std::uint64_t>(length / min_items, 1, host_threads());
    std::vector<std::jthread> helpers;
    for (std::uint64_t t = 1; t < threads; ++t)
        helpers.emplace_back(work, length * t / threads, length * (t + 1) / threads);
    work(0, length / threads);
}

} // namespace kernelsmith
