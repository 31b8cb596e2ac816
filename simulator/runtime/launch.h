#pragma once

/// @file
/// From the arguments of a launch to a kernel that runs.

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

/// How a kernel is launched.
struct LaunchShape {
    dim3 grid;                      ///< in blocks
    dim3 block;                     ///< in threads
    std::size_t dynamic_shared = 0; ///< bytes a block
    bool cooperative = false;       ///< all blocks are there at once, and may wait for each other
};

/// How a GPU answers to a launch before it runs: cudaSuccess, or why not. @p dynamic_limit is the most
/// dynamic shared memory that the kernel may have.
cudaError_t check_launch(const Device& device, const KernelResources& kernel, std::uint32_t dynamic_limit,
                         const LaunchShape& shape);

/// The most dynamic shared memory that a kernel may be launched with.
std::uint32_t dynamic_shared_limit(const Device& device, const KernelHandle& kernel,
                                   const KernelResources& resources);

/// The kernel behind a host function. Refuses, as a GPU does, what is not a kernel.
KernelHandle& kernel_of(Runtime& runtime, const void* function);

/// Why a launch was refused with @p error: call_messages::launch_was_refused. Empty where the simulator cannot run the
/// kernel at all, which has been said then.
kernelsmith::Message explain_refusal(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape,
                                     cudaError_t error);

/// Gives the arguments of a kernel in one block, as the kernel expects it. Refuses what it cannot give.
using PackArguments = std::function<std::vector<std::byte>(const Kernel& kernel)>;

/// Looks a launch over and takes its arguments. Refuses what a GPU refuses. The work runs the kernel to its
/// end; a fault is noted for the calls that follow.
Work launch_of(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape, const PackArguments& pack);

} // namespace simulator::runtime
