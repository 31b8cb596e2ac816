#pragma once

/// @file
/// Statements that are planted into a kernel: a few lines that are correct, or wrong in one way.

#include <string>
#include <vector>

#include "random.h"
#include "tree.h"

namespace programs {

/// Lines for a place that all threads of a block reach. They use `tid`, `gid`, `bid`, `threads`, `lanes`; the
/// buffers `planted` and `kept`, of u32 with `elements` each, and `tickets`, which is 0. No other code uses
/// these three buffers.
struct Plant {
    std::vector<std::string> lines;
    Home home = Home::allocated; ///< memory of `planted`
    bool freed = false;          ///< `planted` is freed before the kernel's last launch
};

struct Ground {
    Random& random;
    bool wrong;
    std::uint32_t threads;  ///< threads per block, a multiple of 32 and at least 64
    std::uint32_t elements; ///< elements per buffer, more than threads in a grid
};

Plant plant_barrier(Ground ground);
Plant plant_bound(Ground ground);
Plant plant_mask(Ground ground);
Plant plant_shared_index(Ground ground);
Plant plant_fence(Ground ground);
Plant plant_unset(Ground ground);
Plant plant_freed(Ground ground);
Plant plant_misaligned(Ground ground);

} // namespace programs
