#pragma once

/// @file
/// Texels that a texture fetch reads, and their weights.

#include <array>
#include <cstdint>
#include <span>

#include "memory/textures.h"

namespace simulator {

/// A texel of a texture fetch, with its weight.
struct Tap {
    bool inside = true;  ///< false: outside the texture, where the border color counts
    std::uint32_t x = 0; ///< column of the texel
    std::uint32_t y = 0; ///< row of the texel
    float weight = 0;    ///< share of the result, 0 to 1
};

/// Texels of one fetch: the four around its coordinates if the texture interpolates, otherwise one. Unused
/// texels have weight 0.
using Taps = std::array<Tap, 4>;

/// Returns the texels of a fetch at @p place: one or two floating-point coordinates.
Taps taps_at(const Texture& texture, std::span<const float> place);
/// Returns the texel with the integer coordinates @p texel, without interpolation.
Taps taps_of(const Texture& texture, std::span<const std::int32_t> texel);

} // namespace simulator
