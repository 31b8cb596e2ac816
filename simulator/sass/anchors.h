#pragma once

/// @file
/// Which machine instructions tell how often ptxas has made an instruction of the PTX.

#include <cstdint>

#include "ptx/module.h"
#include "sass/sass_program.h"

namespace simulator::sass {

/// Kinds of instructions of which ptxas makes exactly one machine instruction at a time. It may still merge one with
/// others, leave it out, or name one's line for another, but within a kind only.
enum class AnchorKind : std::uint8_t {
    none,             ///< no such instruction
    load,             ///< from global memory
    store,            ///< to it
    shared_load,      ///< from shared memory
    shared_store,     ///< to it
    local,            ///< loads and stores of the thread's own memory
    other_load,       ///< from an address that may be anywhere
    other_store,      ///< to one
    atomic,           ///< with a result or without
    copy,             ///< from global to shared memory
    texture,          ///< reads of a texture
    barrier,          ///< of a block
    shuffle,          ///< between the threads of a warp
    single_precision, ///< sums and products in single precision
    double_precision, ///< in double precision
    half_precision,   ///< in half precision
};

/// The kind of an instruction of the PTX.
AnchorKind anchor_kind(const ptx::Instruction& instruction);
/// Whether @p machine is what an instruction of a kind becomes.
bool is_copy_of(AnchorKind kind, const SassInstruction& machine);

} // namespace simulator::sass
