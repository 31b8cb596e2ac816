#pragma once

/// @file
/// Which texels a fetch from a texture reads, and how much each of them counts.

#include <array>
#include <cstdint>
#include <span>

#include "memory/textures.h"

namespace simulator {

/// A texel of a fetch.
struct Tap {
    bool inside = true;  ///< false: it is the border, whose color the texture has
    std::uint32_t x = 0; ///< column
    std::uint32_t y = 0; ///< row
    float weight = 0;    ///< what it counts
};

/// The texels of one fetch: the four around its place where the texture interpolates, or one. What the others weigh is
/// 0.
using Taps = std::array<Tap, 4>;

/// Those of a fetch at @p place, one or two coordinates as floating-point numbers.
Taps taps_at(const Texture& texture, std::span<const float> place);
/// The same for the numbers of a texel. Nothing is interpolated.
Taps taps_of(const Texture& texture, std::span<const std::int32_t> texel);

} // namespace simulator
