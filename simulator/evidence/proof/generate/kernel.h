#pragma once

/// @file
/// A generated kernel: its shape, its parts and how often it goes round.

#include <cstdint>
#include <string>
#include <vector>

#include "part.h"

namespace generate {

/// A kernel, ready to be written.
struct Kernel {
    std::string name;           ///< "generated_017"
    Shape shape;                ///< how it is launched
    Needs needs;                ///< what it gets as arguments and as shared memory
    std::vector<Part> parts;    ///< of its loop
    unsigned rounds = 1;        ///< of its loop
    bool stores_result = false; ///< always, not under a condition
};

/// The kernel with this number. `factor` corrects its work, rounds or blocks, where a GPU needed another time
/// than was reckoned.
Kernel kernel_by_chance(std::uint64_t seed, unsigned index, double factor);

/// The function.
std::string definition(const Kernel& kernel);
/// The statement that puts the kernel into the list `kernels`.
std::string registration(const Kernel& kernel);

} // namespace generate
