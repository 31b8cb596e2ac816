#pragma once

/// @file
/// Registers that tell a thread who it is.

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

class Warp;
struct Dim3;
struct Frame;
struct Path;

/// `threadIdx` of every thread of a block, computed once for a launch.
class ThreadIndices {
public:
    /// For blocks of this size. Lanes that the last warp does not have are at 0.
    explicit ThreadIndices(const Dim3& block);
    /// The 32 values of a warp; @p dimension is 0 for x.
    [[nodiscard]] const std::uint32_t* of(int dimension, std::uint32_t warp) const {
        return indices_[static_cast<std::size_t>(dimension)].data() + std::size_t{warp} * warp_size;
    }

private:
    std::array<std::vector<std::uint32_t>, 3> indices_;
};

/// Writes the special registers that the frame's function reads.
void fill_special_registers(const Warp& warp, const Frame& frame);

/// Writes what bar.red gives the lanes of a path that waits at it; nothing for other barriers.
void write_barrier_result(const Kernel& kernel, const Path& path, std::uint32_t held, std::uint32_t total);

} // namespace simulator
