#pragma once

/// @file
/// The message that describes a kernel launch.

#include <array>
#include <cstdint>

namespace simulator::protocol {

/// Start of a launch message. In a repeated launch the packed arguments follow.
struct LaunchMessage {
    std::uint64_t function; ///< address of a host function, or a cudaKernel_t
    std::uint64_t stream;   ///< a cudaStream_t
    std::uint64_t
        arguments; ///< address in the program of the pointers to the arguments; 0 if packed arguments follow
    std::uint64_t dynamic_shared;       ///< bytes per block
    std::array<std::uint32_t, 3> grid;  ///< size in blocks
    std::array<std::uint32_t, 3> block; ///< size in threads
    std::uint8_t cooperative;           ///< 1: all blocks are resident at the same time
    std::uint8_t in_clusters;           ///< 1: clusters of more than one block
    std::uint8_t
        by_chevrons;        ///< 1: launched with <<<>>>, so that the program does not see the launch's result
    std::uint8_t unused[5]; ///< padding, 0
};

} // namespace simulator::protocol
