#pragma once

/// @file
/// A GPU as a data sheet, read from `gpu/devices/<name>.toml`. The files are embedded in the library.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulator {

/// Schedulers per SM on every supported GPU: each issues one instruction per cycle.
inline constexpr std::uint32_t schedulers_per_sm = 4;
/// Lanes of a warp, for which a scheduler issues an instruction.
inline constexpr std::uint32_t lanes_per_scheduler = 32;

/// Properties of a GPU.
struct Device {
    std::string id;                           ///< "h200"
    std::string name;                         ///< "NVIDIA H200 (simulated)"
    int capability_major = 0;                 ///< 9 for 9.0
    int capability_minor = 0;                 ///< 0 for 9.0
    std::uint32_t multiprocessors = 0;        ///< SMs of the whole GPU
    std::uint32_t clock_mhz = 0;              ///< clock rate of the SMs in MHz
    std::uint32_t memory_clock_mhz = 0;       ///< clock rate in MHz of DRAM, which transfers twice per cycle
    std::uint32_t memory_bus_bits = 0;        ///< width of the bus between DRAM and the GPU
    std::uint64_t memory_bytes = 0;           ///< DRAM that a program can allocate
    std::uint64_t l2_bytes = 0;               ///< size of the L2 cache
    std::uint32_t l1_shared_bytes = 0;        ///< L1 cache and shared memory of an SM together
    std::uint32_t shared_per_sm = 0;          ///< maximum shared memory of an SM, a part of l1_shared_bytes
    std::uint32_t shared_per_block = 0;       ///< maximum per block without opt-in
    std::uint32_t shared_per_block_optin = 0; ///< maximum per block after cudaFuncSetAttribute
    std::uint32_t shared_reserved_per_block = 0; ///< shared memory per block that CUDA itself reserves
    std::uint32_t registers_per_sm = 0;          ///< 32-bit registers of an SM
    std::uint32_t registers_per_block = 0;       ///< maximum registers per block
    std::uint32_t threads_per_sm = 0;            ///< maximum resident threads per SM
    std::uint32_t threads_per_block = 0;         ///< maximum threads per block
    std::uint32_t blocks_per_sm = 0;             ///< maximum resident blocks per SM
    std::uint32_t constant_bytes = 0;            ///< size of memory for `__constant__` variables
    double dram_gb_s = 0;    ///< DRAM bandwidth in 10^9 bytes per second, by the data sheet
    double parts = 1;        ///< parts of the GPU, of which this is one: see part_of()
    double memory_parts = 1; ///< parts of its L2 and DRAM bandwidth, of which this is one

    /// Returns the duration of @p cycles cycles of an SM.
    [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t cycles) const { return cycles * 1000 / clock_mhz; }
    /// Returns the compute capability, 90 for 9.0.
    [[nodiscard]] int capability() const { return capability_major * 10 + capability_minor; }
};

/// Returns one of @p parts equal parts of a GPU, which needs for a part of the work as long as the whole GPU
/// needs for all of it. It has this share of the SMs, and one of @p memory_parts shares of L2 and of DRAM
/// bandwidth: if all work uses the same data, a part of the work needs more than its share of them. Throws
/// std::invalid_argument if its number of SMs is not an integer, or if a number is out of range. @p parts may be a
/// fraction: 142.0 / 36 for 36 of 142 SMs.
Device part_of(Device device, double parts, double memory_parts);

/// Returns the names of all known devices.
std::vector<std::string> device_names();
/// Returns the device of a name. Throws std::invalid_argument with the list of names if there is none.
Device device_named(std::string_view name);

} // namespace simulator
