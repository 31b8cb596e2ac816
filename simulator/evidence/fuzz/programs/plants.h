#pragma once

/// @file
/// What is planted into a kernel: a few lines that are right, or wrong by one thing.

#include <string>
#include <vector>

#include "random.h"
#include "tree.h"

namespace programs {

/// Lines for a place where all threads of a block are. They know `tid`, `gid`, `bid`, `threads`, `lanes`; the buffers
/// `planted` and `kept`, of u32 and `elements` each, and `tickets`, which is 0; all three belong to them alone.
struct Plant {
    std::vector<std::string> lines;
    Home home = Home::allocated; ///< of `planted`
    bool freed = false;          ///< `planted`, before the kernel's last launch
};

struct Ground {
    Random& random;
    bool wrong;
    std::uint32_t threads;  ///< of a block, a multiple of 32 and 64 at least
    std::uint32_t elements; ///< of a buffer; more than a grid has threads
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
