#pragma once

/// @file
/// Launches, in whichever way compiled code and programs ask for them.

#include "runtime/launch.h"

namespace simulator::runtime {

/// A launch as it was asked for.
struct LaunchCall {
    const void* function = nullptr; ///< a host function, or a cudaKernel_t
    LaunchShape shape = {};         ///< of the grid
    cudaStream_t stream = nullptr;  ///< whose work it is
    bool by_chevrons = false;       ///< which return nothing, so that errors have to be asked for
    bool in_clusters = false;       ///< of more than one block
};

/// Answers it, as every other call is answered.
cudaError_t launch_function(const LaunchCall& call, const PackArguments& pack);

} // namespace simulator::runtime
