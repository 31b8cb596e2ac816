#pragma once

/// @file
/// Common part of all proof programs: named kernels, and a command line that launches or times them.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "buffers.h"

namespace proof {

/// SMs of the GPU for which the kernels are sized, an H200.
constexpr unsigned multiprocessors = 132;
/// About 70 us at 1.98 GHz, the intended duration of a kernel that computes.
constexpr double usual_cycles = 140e3;

/// A kernel and its launch.
struct Kernel {
    std::string name;                           ///< name on the command line
    std::function<void(Buffers&)> launch;       ///< launches the kernel once, and nothing else
    std::function<void(Buffers&)> prepare = {}; ///< copies and memsets that must come before each launch
};

using Kernels = std::vector<Kernel>; ///< in the order of their launches

/// Kernels of a program on which the performance model was tuned.
enum class Tuned {
    all,
    even_places, ///< the first, the third and so on; the others are a holdout set for the finished model
};

/// Returns how many blocks hold @p threads threads.
constexpr unsigned blocks_for(std::size_t threads, unsigned threads_per_block) {
    return static_cast<unsigned>((threads + threads_per_block - 1) / threads_per_block);
}

/// Allows a kernel @p bytes of dynamic shared memory. More than 48 KiB require an opt-in.
template <class Function> void allow_shared(Function* kernel, std::size_t bytes) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
}

/// Executes the command line with these kernels. Returns the exit status.
///
///     program                    launches each once, in order
///     program list               prints the names
///     program tuned              prints the names of those that the performance model was tuned on
///     program --only NAME...     takes only these; comes last
///     program --time             prints `name median_ms min_ms max_ms`, each from 9 launches with a cold L2
int run(int argc, char** argv, const Kernels& kernels, Tuned tuned = Tuned::all);

} // namespace proof
