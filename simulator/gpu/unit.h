#pragma once

/// @file
/// The execution units of an SM.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simulator {

/// The unit of an SM that executes a SASS instruction.
enum class Unit : std::uint8_t {
    alu,        ///< integer sums, logic, comparisons, moves
    fma,        ///< single precision
    fma_heavy,  ///< integer multiply-adds, which only half of the fma unit executes
    fp16,       ///< half precision
    fp64,       ///< double precision
    xu,         ///< special functions, bit counts
    conversion, ///< conversions between types, executed by the xu unit
    lsu,        ///< memory, and instructions that use its unit: shuffles, special registers
    tex,        ///< textures and surfaces
    branch,     ///< branches, barriers
    uniform,    ///< instructions that are executed once per warp
    tensor,     ///< matrix products
    none,       ///< takes an issue slot and no unit
};
/// Number of values of Unit.
inline constexpr std::size_t unit_count = static_cast<std::size_t>(Unit::none) + 1;

/// Returns a name, for example "fma_heavy".
std::string_view text_of(Unit unit);

} // namespace simulator
