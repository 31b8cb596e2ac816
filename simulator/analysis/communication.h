#pragma once

/// @file
/// How the threads of a kernel reach each other: by which instructions, and whether the order of blocks can matter.

#include <string>
#include <vector>

#include "memory/access.h"
#include "ptx/module.h"

namespace simulator {

/// The memory semantics that the suffixes of a memory instruction ask for.
Strength strength_of(const ptx::Instruction& instruction);

/// Why the blocks of a kernel cannot run concurrently and still give one result; empty when they can. @p polls
/// are the polling_reads() of each function.
std::string reason_for_block_order(const std::vector<const ptx::Function*>& functions,
                                   const std::vector<std::vector<bool>>& polls);

/// Whether blocks of a kernel may order their accesses to memory.
bool has_fences(const std::vector<const ptx::Function*>& functions);

/// Whether some instruction synchronizes only a part of a block.
bool has_partial_barriers(const std::vector<const ptx::Function*>& functions);

} // namespace simulator
