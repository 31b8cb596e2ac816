#pragma once

/// @file
/// Validation of launches, and the work that runs a kernel.

#include <driver_types.h>
#include <vector_types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "message/message.h"
#include "runtime/work.h"

namespace simulator {
struct Device;
struct Kernel;
struct KernelResources;
} // namespace simulator

namespace simulator::runtime {

struct KernelHandle;

/// Launch configuration of a kernel.
struct LaunchShape {
    dim3 grid;                      ///< in blocks
    dim3 block;                     ///< in threads
    std::size_t dynamic_shared = 0; ///< bytes per block
    bool cooperative = false;       ///< all blocks are resident at the same time, and may wait for each other
};

/// Returns the result of a launch before it runs: cudaSuccess, or the reason for its rejection. @p
/// dynamic_limit: maximum dynamic shared memory of the kernel.
cudaError_t check_launch(const Device& device, const KernelResources& kernel, std::uint32_t dynamic_limit,
                         const LaunchShape& shape);

/// Returns the maximum dynamic shared memory of a kernel.
std::uint32_t dynamic_shared_limit(const Device& device, const KernelHandle& kernel,
                                   const KernelResources& resources);

/// Returns the kernel of a host function. Rejects a function that is not a kernel, as a GPU does.
KernelHandle& kernel_of(Runtime& runtime, const void* function);

/// Explains why a launch was rejected with @p error: call_messages::launch_was_refused. Empty if the
/// simulator does not support the kernel, which has been reported before.
kernelsmith::Message explain_refusal(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape,
                                     cudaError_t error);

/// Returns the packed arguments of a kernel, in the layout that it expects. Rejects arguments that it cannot
/// read.
using PackArguments = std::function<std::vector<std::byte>(const Kernel& kernel)>;

/// Validates a launch and copies its arguments. Rejects what a GPU rejects. The returned work runs the kernel
/// to its end; a fault is recorded for later calls.
Work launch_of(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape, const PackArguments& pack);

} // namespace simulator::runtime
