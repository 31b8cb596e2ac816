#pragma once

/// @file
/// The units of an SM.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simulator {

/// The unit of an SM that executes a machine instruction.
enum class Unit : std::uint8_t {
    alu,        ///< sums, logic, comparisons, moves
    fma,        ///< single precision
    fma_heavy,  ///< multiply-adds of whole numbers: half of the fma unit has them
    fp16,       ///< half precision
    fp64,       ///< double precision
    xu,         ///< special functions, counts of bits
    conversion, ///< from one type of number to another, by the same unit as xu
    lsu,        ///< memory, and what goes through its unit: shuffles, special registers
    tex,        ///< textures and surfaces
    branch,     ///< where the warp goes on, barriers
    uniform,    ///< what is done once for a warp
    tensor,     ///< products of matrices
    none,       ///< takes a slot and no unit
};
/// Number of Unit.
inline constexpr std::size_t unit_count = static_cast<std::size_t>(Unit::none) + 1;

/// "fma_heavy"
std::string_view text_of(Unit unit);

} // namespace simulator
