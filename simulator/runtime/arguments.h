#pragma once

/// @file
/// Arguments of kernels, as they lie in the program's memory.

#include <cstddef>
#include <vector>

namespace simulator {
struct Kernel;
}

namespace simulator::runtime {

/// All of a kernel's arguments in one block, as it expects them. The program has pointers to each at @p arguments.
std::vector<std::byte> read_arguments(const Kernel& kernel, const void* arguments);
/// The same where `extra` leads to a block of them.
std::vector<std::byte> read_argument_block(const Kernel& kernel, const void* extra);

} // namespace simulator::runtime
