#pragma once

/// @file
/// Resources of the kernels in a cubin.

#include <cstdint>
#include <map>
#include <string>

#include "elf/bytes.h"
#include "gpu/occupancy.h"

namespace simulator::runtime {

/// Resources of kernels by mangled name.
using ResourceTable = std::map<std::string, KernelResources, std::less<>>;

/// Returns the registers and the stack of each kernel in a cubin. The cubin does not contain how much of the
/// stack is spilled registers, nor, from compute capability 9.0 on, the kernel's own share of the shared
/// memory, which the PTX contains. Empty if the bytes are not a cubin.
ResourceTable read_cubin(Bytes cubin);

} // namespace simulator::runtime
