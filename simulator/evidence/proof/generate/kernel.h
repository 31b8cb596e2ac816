#pragma once

/// @file
/// A generated kernel: its launch configuration, the parts of its loop, and the number of iterations.

#include <cstdint>
#include <string>
#include <vector>

#include "part.h"

namespace generate {

/// A kernel, ready to be printed.
struct Kernel {
    std::string name;           ///< "generated_017"
    Shape shape;                ///< launch configuration
    Needs needs;                ///< arguments and shared memory
    std::vector<Part> parts;    ///< parts of its loop
    unsigned rounds = 1;        ///< iterations of its loop
    bool stores_result = false; ///< unconditionally, not under a condition
};

/// Returns the kernel with this index. `factor` corrects its work, iterations or blocks, if the time on a GPU
/// differed from the estimate.
Kernel kernel_by_chance(std::uint64_t seed, unsigned index, double factor);

/// Returns the definition of the function.
std::string definition(const Kernel& kernel);
/// Returns the statement that appends the kernel to the list `kernels`.
std::string registration(const Kernel& kernel);

} // namespace generate
