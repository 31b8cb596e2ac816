#pragma once

/// @file
/// Communication between the threads of a kernel: its instructions, and whether the order of blocks can
/// matter.

#include <string>
#include <vector>

#include "memory/access.h"
#include "ptx/module.h"

namespace simulator {

/// Returns the memory semantics that a memory instruction has by its suffixes or its kind.
Strength strength_of(const ptx::Instruction& instruction);

/// Returns the reason why the blocks of a kernel cannot run in parallel with a deterministic result; empty if
/// they can. @p polls holds the polling_reads() of each function.
std::string reason_for_block_order(const std::vector<const ptx::Function*>& functions,
                                   const std::vector<std::vector<bool>>& polls);

/// Returns whether blocks of a kernel may order their memory accesses.
bool has_fences(const std::vector<const ptx::Function*>& functions);

/// Returns whether an instruction synchronizes only a part of a block.
bool has_partial_barriers(const std::vector<const ptx::Function*>& functions);

} // namespace simulator
