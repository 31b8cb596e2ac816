#pragma once

/// @file
/// What machine code tells about its kernels.

#include <cstdint>
#include <map>
#include <string>

#include "elf/bytes.h"
#include "gpu/occupancy.h"

namespace simulator::runtime {

/// Resources of kernels by mangled name.
using ResourceTable = std::map<std::string, KernelResources, std::less<>>;

/// Registers and stack of each kernel in a cubin. It does not tell how much of the stack is spilled
/// registers, nor, from compute capability 9.0 on, how much shared memory is the kernel's own: the PTX knows
/// that. Empty for what is no cubin.
ResourceTable read_cubin(Bytes cubin);

} // namespace simulator::runtime
