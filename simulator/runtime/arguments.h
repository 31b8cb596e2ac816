#pragma once

/// @file
/// Arguments of kernels in the program's memory.

#include <cstddef>
#include <vector>

namespace simulator {
struct Kernel;
}

namespace simulator::runtime {

/// Returns a kernel's arguments packed in one block, in the layout that the kernel expects. @p arguments
/// points to a pointer per argument.
std::vector<std::byte> read_arguments(const Kernel& kernel, const void* arguments);
/// Returns the arguments from the block that @p extra describes (CU_LAUNCH_PARAM_BUFFER_POINTER).
std::vector<std::byte> read_argument_block(const Kernel& kernel, const void* extra);

} // namespace simulator::runtime
