#pragma once

/// @file
/// How many blocks fit on an SM, as the toolkit's own calculator says.

#include <cstdint>
#include <string_view>

#include "gpu/device.h"

namespace simulator {

/// What a kernel takes.
struct KernelResources {
    std::uint32_t registers = 0;      ///< a thread
    std::uint32_t static_shared = 0;  ///< a block
    std::uint32_t local_bytes = 0;    ///< a thread
    std::uint32_t spill_stores = 0;   ///< bytes a thread
    std::uint32_t spill_loads = 0;    ///< bytes a thread
    std::uint32_t max_threads = 1024; ///< a block, by its launch bounds or registers
    std::uint32_t barriers = 1;       ///< a block: `__syncthreads` is one, each further named barrier another
    bool registers_known =
        false; ///< false: no machine code to read them from; occupancy is then an upper bound
};

/// What keeps more blocks away from an SM; `nothing` when it is full.
enum class OccupancyLimiter : std::uint8_t { threads, blocks, registers, shared_memory, barriers, nothing };

/// "registers"
std::string_view text_of(OccupancyLimiter limiter);

/// How many blocks an SM could hold if it were for one resource alone.
struct OccupancyLimits {
    static constexpr std::uint32_t none = 0xffff'ffff; ///< the kernel takes nothing of it

    std::uint32_t threads = 0;       ///< by the warps of a block
    std::uint32_t blocks = 0;        ///< by how many blocks an SM takes of any kind
    std::uint32_t registers = 0;     ///< by the registers of a block
    std::uint32_t shared_memory = 0; ///< by the shared memory of a block, reserved bytes included
    std::uint32_t barriers = 0;      ///< by the barriers of a block
};

/// How full an SM gets.
struct Occupancy {
    std::uint32_t blocks_per_sm = 0; ///< resident at once
    double theoretical = 0;          ///< resident warps over those an SM can hold, 0 to 1
    OccupancyLimiter limiter = OccupancyLimiter::nothing; ///< the first of those that allow no block more
    OccupancyLimits limits = {};                          ///< by resource
    std::uint32_t l1_bytes = 0; ///< what the shared memory of so many blocks leaves of the SM's memory
};

/// Occupancy of @p device for blocks of @p threads. A kernel that cannot be launched has none: zeros.
Occupancy occupancy(const Device& device, const KernelResources& kernel, std::uint32_t threads,
                    std::uint32_t dynamic_shared);

/// Average share of resident warps while a grid of @p blocks runs, over the SMs that have work. The grid is
/// taken to run in waves of equal length, of which the last may be partly filled.
double achieved_occupancy(const Device& device, const Occupancy& occupancy, std::uint64_t blocks,
                          std::uint32_t threads);

} // namespace simulator
