#pragma once

/// @file
/// Launches by compiled code and by the API's functions.

#include "runtime/launch.h"

namespace simulator::runtime {

/// A launch as the program requested it.
struct LaunchCall {
    const void* function = nullptr; ///< a host function, or a cudaKernel_t
    LaunchShape shape = {};         ///< launch configuration
    cudaStream_t stream = nullptr;  ///< stream of the launch
    bool by_chevrons = false; ///< launched with <<<>>>, which returns no error, so the program must query it
    bool in_clusters = false; ///< clusters of more than one block
};

/// Handles a launch, as answer() handles every other call.
cudaError_t launch_function(const LaunchCall& call, const PackArguments& pack);

} // namespace simulator::runtime
