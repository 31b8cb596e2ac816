#pragma once

/// @file
/// A launch as it goes over.

#include <array>
#include <cstdint>

namespace simulator::protocol {

/// What comes first. A launch that is repeated has its packed arguments behind it.
struct LaunchMessage {
    std::uint64_t function;            ///< a host function, or a cudaKernel_t
    std::uint64_t stream;              ///< a cudaStream_t
    std::uint64_t arguments;           ///< where pointers to them are at the program; 0 where they come along
    std::uint64_t dynamic_shared;      ///< bytes of a block
    std::array<std::uint32_t, 3> grid; ///< in blocks
    std::array<std::uint32_t, 3> block; ///< in threads
    std::uint8_t cooperative;           ///< 1: all blocks are there at once
    std::uint8_t in_clusters;           ///< 1: of more than one block
    std::uint8_t by_chevrons;           ///< 1: nobody sees what the launch returns
    std::uint8_t unused[5];             ///< 0
};

} // namespace simulator::protocol
