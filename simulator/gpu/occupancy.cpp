#include "gpu/occupancy.h"

#include <algorithm>
#include <climits>
#include <stdexcept>

#include <cuda_occupancy.h>

namespace simulator {
namespace {

constexpr std::uint32_t warp_threads = 32;

std::uint32_t warps_of(std::uint32_t threads) { return (threads + warp_threads - 1) / warp_threads; }

cudaOccDeviceProp properties_of(const Device& device) {
    cudaOccDeviceProp properties;
    properties.computeMajor = device.capability_major;
    properties.computeMinor = device.capability_minor;
    properties.maxThreadsPerBlock = static_cast<int>(device.threads_per_block);
    properties.maxThreadsPerMultiprocessor = static_cast<int>(device.threads_per_sm);
    properties.regsPerBlock = static_cast<int>(device.registers_per_block);
    properties.regsPerMultiprocessor = static_cast<int>(device.registers_per_sm);
    properties.warpSize = static_cast<int>(warp_threads);
    properties.sharedMemPerBlock = device.shared_per_block;
    properties.sharedMemPerMultiprocessor = device.shared_per_sm;
    properties.numSms = static_cast<int>(device.multiprocessors);
    properties.sharedMemPerBlockOptin = device.shared_per_block_optin;
    properties.reservedSharedMemPerBlock = device.shared_reserved_per_block;
    return properties;
}

cudaOccFuncAttributes attributes_of(const KernelResources& kernel, std::uint32_t dynamic_shared) {
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = static_cast<int>(kernel.max_threads);
    attributes.numRegs = static_cast<int>(kernel.registers);
    attributes.sharedSizeBytes = kernel.static_shared;
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    attributes.maxDynamicSharedSizeBytes = dynamic_shared;
    attributes.numBlockBarriers = static_cast<int>(kernel.barriers);
    return attributes;
}

std::uint32_t limit(int blocks) {
    return blocks == INT_MAX ? OccupancyLimits::none : static_cast<std::uint32_t>(blocks);
}

/// If several resources limit equally, the launch configuration is named first: reducing another resource
/// would not help.
OccupancyLimiter limiter_of(const OccupancyLimits& limits, std::uint32_t blocks) {
    if (limits.threads == blocks) return OccupancyLimiter::threads;
    if (limits.blocks == blocks) return OccupancyLimiter::blocks;
    if (limits.registers == blocks) return OccupancyLimiter::registers;
    if (limits.shared_memory == blocks) return OccupancyLimiter::shared_memory;
    return OccupancyLimiter::barriers;
}

/// Returns the L1 capacity. An SM has fixed carve-outs for shared memory: the smallest one is used that holds
/// what all resident blocks need.
std::uint32_t l1_bytes(const Device& device, const cudaOccDeviceProp& properties, std::size_t shared) {
    std::size_t carved = std::min<std::size_t>(shared, device.shared_per_sm);
    if (cudaOccAlignUpShmemSizeVoltaPlus(&carved, &properties) != CUDA_OCC_SUCCESS)
        carved = device.shared_per_sm;
    return device.l1_shared_bytes - static_cast<std::uint32_t>(carved);
}

} // namespace

std::string_view text_of(OccupancyLimiter limiter) {
    switch (limiter) {
        case OccupancyLimiter::threads: return "threads";
        case OccupancyLimiter::blocks: return "blocks";
        case OccupancyLimiter::registers: return "registers";
        case OccupancyLimiter::shared_memory: return "shared memory";
        case OccupancyLimiter::barriers: return "barriers";
        case OccupancyLimiter::nothing: break;
    }
    return "nothing";
}

Occupancy occupancy(const Device& device, const KernelResources& kernel, std::uint32_t threads,
                    std::uint32_t dynamic_shared) {
    if (threads == 0 || threads > std::min(kernel.max_threads, device.threads_per_block)) return {};
    const cudaOccDeviceProp properties = properties_of(device);
    const cudaOccFuncAttributes attributes = attributes_of(kernel, dynamic_shared);
    const cudaOccDeviceState no_preference;
    cudaOccResult result{};
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &no_preference,
                                                static_cast<int>(threads),
                                                dynamic_shared) != CUDA_OCC_SUCCESS)
        throw std::invalid_argument("The toolkit's occupancy calculator does not know device " + device.id +
                                    ".");

    Occupancy found;
    found.limits = {limit(result.blockLimitWarps), limit(result.blockLimitBlocks),
                    limit(result.blockLimitRegs), limit(result.blockLimitSharedMem),
                    limit(result.blockLimitBarriers)};
    found.blocks_per_sm = static_cast<std::uint32_t>(result.activeBlocksPerMultiprocessor);
    const std::uint32_t warps = found.blocks_per_sm * warps_of(threads);
    const std::uint32_t max_warps = device.threads_per_sm / warp_threads;
    found.theoretical = static_cast<double>(warps) / max_warps;
    if (warps < max_warps) found.limiter = limiter_of(found.limits, found.blocks_per_sm);
    found.l1_bytes = l1_bytes(device, properties, found.blocks_per_sm * result.allocatedSharedMemPerBlock);
    return found;
}

double achieved_occupancy(const Device& device, const Occupancy& occupancy, std::uint64_t blocks,
                          std::uint32_t threads) {
    if (occupancy.blocks_per_sm == 0 || blocks == 0) return 0;
    const std::uint64_t sms = device.multiprocessors;
    const std::uint64_t full_waves = blocks / (sms * occupancy.blocks_per_sm);
    const std::uint64_t rest = blocks % (sms * occupancy.blocks_per_sm);
    const std::uint64_t busy = full_waves * sms + std::min(rest, sms);
    const double blocks_per_busy_sm = static_cast<double>(blocks) / static_cast<double>(busy);
    return blocks_per_busy_sm * warps_of(threads) * warp_threads / device.threads_per_sm;
}

} // namespace simulator
