#pragma once

/// @file
/// Special registers, such as `%tid` and `%laneid`.

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

class Warp;
struct Dim3;
struct Frame;
struct Path;

/// `threadIdx` of every thread of a block, computed once per launch.
class ThreadIndices {
public:
    /// Computes the indices for blocks of this size. Lanes past the last thread of the last warp get 0.
    explicit ThreadIndices(const Dim3& block);
    /// The 32 values of a warp; @p dimension is 0 for x, 1 for y, 2 for z.
    [[nodiscard]] const std::uint32_t* of(int dimension, std::uint32_t warp) const {
        return indices_[static_cast<std::size_t>(dimension)].data() + std::size_t{warp} * warp_size;
    }

private:
    std::array<std::vector<std::uint32_t>, 3> indices_;
};

/// Fills in the special registers that the frame's function reads.
void fill_special_registers(const Warp& warp, const Frame& frame);

/// Writes the result of bar.red for the lanes of a path that waits at it: the predicate is true in @p held of
/// @p total threads. Does nothing for other barriers.
void write_barrier_result(const Kernel& kernel, const Path& path, std::uint32_t held, std::uint32_t total);

} // namespace simulator
