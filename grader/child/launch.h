#pragma once

/// @file
/// A kernel launch, as the runner saw it.

#include <array>
#include <cstddef>
#include <string>

namespace grader {

/// One kernel launch of a build, as the runner saw it.
struct Launch {
    std::string kernel;              ///< demangled, without its parameters
    std::array<unsigned, 3> grid{};  ///< in blocks: x, y, z
    std::array<unsigned, 3> block{}; ///< in threads: x, y, z
    int registers = 0;               ///< a thread; 0 where unknown
    std::size_t shared_bytes = 0;    ///< a block, static and dynamic
    double occupancy = 0;            ///< theoretical, 0 to 1; 0 where unknown
    std::size_t count = 1;           ///< launches of this kernel in this shape in one call
    std::string symbol = {};         ///< the mangled name: no two kernels of a build have the same
    std::size_t local_bytes = 0; ///< a thread, on its stack: arrays and spilled registers; 0 where unknown
};

} // namespace grader
