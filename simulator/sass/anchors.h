#pragma once

/// @file
/// Anchors: SASS instructions that show how many copies ptxas has made of a PTX instruction.

#include <cstdint>

#include "ptx/module.h"
#include "sass/sass_program.h"

namespace simulator::sass {

/// Kinds of PTX instructions that ptxas translates into exactly one SASS instruction per copy. It may still
/// merge one with others, omit it, or attribute it to another's line, but only within a kind.
enum class AnchorKind : std::uint8_t {
    none,             ///< not an anchor
    load,             ///< loads from global memory
    store,            ///< stores to global memory
    shared_load,      ///< loads from shared memory
    shared_store,     ///< stores to shared memory
    local,            ///< loads and stores of local memory
    other_load,       ///< loads from a generic address
    other_store,      ///< stores to a generic address
    atomic,           ///< atomics with or without a result
    copy,             ///< copies from global to shared memory
    texture,          ///< reads of a texture
    barrier,          ///< barriers of a block
    shuffle,          ///< shuffles between the threads of a warp
    single_precision, ///< additions and multiplications in single precision
    double_precision, ///< additions and multiplications in double precision
    half_precision,   ///< additions and multiplications in half precision
};

/// Returns the kind of a PTX instruction.
AnchorKind anchor_kind(const ptx::Instruction& instruction);
/// Returns whether @p machine is a SASS instruction that PTX instructions of a kind become.
bool is_copy_of(AnchorKind kind, const SassInstruction& machine);

} // namespace simulator::sass
