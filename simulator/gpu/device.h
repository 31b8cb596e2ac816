#pragma once

/// @file
/// A GPU as a data sheet: read from `gpu/devices/<name>.toml`, which are part of the library.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulator {

/// Schedulers of an SM, on every GPU that is known: each begins one instruction in a clock.
inline constexpr std::uint32_t schedulers_per_sm = 4;
/// Lanes of a warp, for which a scheduler begins it.
inline constexpr std::uint32_t lanes_per_scheduler = 32;

/// What the simulator knows about a GPU.
struct Device {
    std::string id;                              ///< "h200"
    std::string name;                            ///< "NVIDIA H200 (simulated)"
    int capability_major = 0;                    ///< 9 for 9.0
    int capability_minor = 0;                    ///< 0 for 9.0
    std::uint32_t multiprocessors = 0;           ///< SMs of the whole GPU
    std::uint32_t clock_mhz = 0;                 ///< of the SMs
    std::uint32_t memory_clock_mhz = 0;          ///< of DRAM, which transfers twice a clock
    std::uint32_t memory_bus_bits = 0;           ///< between DRAM and the GPU
    std::uint64_t memory_bytes = 0;              ///< of DRAM that a program can allocate
    std::uint64_t l2_bytes = 0;                  ///< of the second-level cache
    std::uint32_t l1_shared_bytes = 0;           ///< L1 cache and shared memory of an SM together
    std::uint32_t shared_per_sm = 0;             ///< of these, at most so much is shared memory
    std::uint32_t shared_per_block = 0;          ///< without asking for more
    std::uint32_t shared_per_block_optin = 0;    ///< with cudaFuncSetAttribute
    std::uint32_t shared_reserved_per_block = 0; ///< what CUDA itself takes of an SM for each block
    std::uint32_t registers_per_sm = 0;          ///< of 32 bits
    std::uint32_t registers_per_block = 0;       ///< at most
    std::uint32_t threads_per_sm = 0;            ///< resident at once, at most
    std::uint32_t threads_per_block = 0;         ///< at most
    std::uint32_t blocks_per_sm = 0;             ///< resident at once, at most
    std::uint32_t constant_bytes = 0;            ///< for `__constant__` variables
    double dram_gb_s = 0;                        ///< in 10^9 bytes a second, by the data sheet
    std::uint32_t parts = 1;                     ///< of the GPU, of which this is one: see part_of()
    double memory_parts = 1;                     ///< the same of its L2 and DRAM

    /// How long so many clocks of an SM take.
    [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t clocks) const { return clocks * 1000 / clock_mhz; }
    /// 90 for 9.0
    [[nodiscard]] int capability() const { return capability_major * 10 + capability_minor; }
};

/// One of so many equal parts of a GPU: a part of the work takes it as long as all of the work takes the whole GPU. It has
/// that share of the SMs; of L2 and of what DRAM brings it has one of @p memory_parts shares, since where all of the work
/// uses the same data, a part of it uses more than its share of them. Throws std::invalid_argument where the SMs
/// cannot be shared out so, or a number means nothing.
Device part_of(Device device, std::uint32_t parts, double memory_parts);

/// The names of all known devices.
std::vector<std::string> device_names();
/// A device by name. Throws std::invalid_argument that lists the names when there is none.
Device device_named(std::string_view name);

} // namespace simulator
