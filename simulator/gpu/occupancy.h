#pragma once

/// @file
/// Occupancy: the number of resident blocks per SM, by the toolkit's own calculator.

#include <cstdint>
#include <string_view>

#include "gpu/device.h"

namespace simulator {

/// Resources that a kernel uses.
struct KernelResources {
    std::uint32_t registers = 0;      ///< per thread
    std::uint32_t static_shared = 0;  ///< per block
    std::uint32_t local_bytes = 0;    ///< per thread
    std::uint32_t spill_stores = 0;   ///< bytes per thread
    std::uint32_t spill_loads = 0;    ///< bytes per thread
    std::uint32_t max_threads = 1024; ///< per block, by its launch bounds or registers
    std::uint32_t barriers = 1;       ///< per block: `__syncthreads` is one, each named barrier another
    /// False if there is no SASS to read them from; occupancy is then an upper bound.
    bool registers_known = false;
};

/// Resource that limits the resident blocks of an SM; `nothing` if the SM is full.
enum class OccupancyLimiter : std::uint8_t { threads, blocks, registers, shared_memory, barriers, nothing };

/// Returns a name, for example "registers".
std::string_view text_of(OccupancyLimiter limiter);

/// Blocks that an SM could hold if only one resource were limited.
struct OccupancyLimits {
    static constexpr std::uint32_t none = 0xffff'ffff; ///< the kernel does not use the resource

    std::uint32_t threads = 0;       ///< limited by the warps of a block
    std::uint32_t blocks = 0;        ///< limit of the SM for blocks of any kind
    std::uint32_t registers = 0;     ///< limited by the registers of a block
    std::uint32_t shared_memory = 0; ///< limited by the shared memory of a block, with reserved bytes
    std::uint32_t barriers = 0;      ///< limited by the barriers of a block
};

/// Occupancy of an SM.
struct Occupancy {
    std::uint32_t blocks_per_sm = 0; ///< resident blocks
    double theoretical = 0;          ///< resident warps over the maximum of an SM, 0 to 1
    OccupancyLimiter limiter = OccupancyLimiter::nothing; ///< first resource that allows no further block
    OccupancyLimits limits = {};                          ///< limits by resource
    std::uint32_t l1_bytes = 0; ///< L1 capacity that the shared memory of these blocks leaves
};

/// Returns the occupancy of @p device for blocks of @p threads; zeros if the kernel cannot be launched.
Occupancy occupancy(const Device& device, const KernelResources& kernel, std::uint32_t threads,
                    std::uint32_t dynamic_shared);

/// Returns the average fraction of resident warps while a grid of @p blocks runs, over the SMs that have
/// work. The grid is assumed to run in waves of equal length, and the last wave may be partial.
double achieved_occupancy(const Device& device, const Occupancy& occupancy, std::uint64_t blocks,
                          std::uint32_t threads);

} // namespace simulator
