#include "machine/texture_taps.h"

#include <algorithm>
#include <cmath>

namespace simulator {
namespace {

// Texels of a fetch in one dimension.
struct AxisTaps {
    std::array<std::int64_t, 2> at = {}; // indices; negative: the border
    std::uint32_t second = 0;            // weight of the second texel, of `weight_scale`
};

// A texture's interpolation weights are multiples of 1/256.
constexpr std::uint32_t weight_scale = 256;

constexpr std::int64_t outside_texture = -1;

std::int64_t modulo(std::int64_t value, std::int64_t divisor) {
    const std::int64_t rest = value % divisor;
    return rest < 0 ? rest + divisor : rest;
}

std::int64_t inside(std::int64_t texel, std::int64_t size, TextureAddressMode address_mode) {
    switch (address_mode) {
        case TextureAddressMode::wrap: return modulo(texel, size);
        case TextureAddressMode::mirror: {
            const std::int64_t there_and_back = modulo(texel, 2 * size);
            return std::min(there_and_back, 2 * size - 1 - there_and_back);
        }
        case TextureAddressMode::clamp: return std::clamp<std::int64_t>(texel, 0, size - 1);
        case TextureAddressMode::border: break;
    }
    return texel >= 0 && texel < size ? texel : outside_texture;
}

// Wrap and mirror need normalized coordinates; without them, the address mode is clamp.
TextureAddressMode address_mode_of(const Texture& texture, std::size_t dimension) {
    const TextureAddressMode address_mode = texture.address_modes[dimension];
    const bool repeats =
        address_mode == TextureAddressMode::wrap || address_mode == TextureAddressMode::mirror;
    return repeats && !texture.normalized ? TextureAddressMode::clamp : address_mode;
}

AxisTaps axis_taps_at(const Texture& texture, std::size_t dimension, float place) {
    const std::int64_t size = dimension == 0 ? texture.width : texture.height;
    const TextureAddressMode address_mode = address_mode_of(texture, dimension);
    // Far outside, the exact distance makes no difference; clamping keeps the values below from overflowing.
    constexpr double far = 1 << 30;
    const double scaled = static_cast<double>(place) * (texture.normalized ? static_cast<double>(size) : 1.0);
    const double texels = std::isnan(scaled) ? 0.0 : std::clamp(scaled, -far, far);
    AxisTaps axis_taps;
    if (!texture.linear) {
        axis_taps.at[0] = inside(static_cast<std::int64_t>(std::floor(texels)), size, address_mode);
        return axis_taps;
    }
    // Position in units of 1/256 texel, counted from the center of texel 0.
    const auto steps = static_cast<std::int64_t>(std::floor((texels - 0.5) * weight_scale + 0.5));
    const std::int64_t first = steps >> 8;
    axis_taps.at = {inside(first, size, address_mode), inside(first + 1, size, address_mode)};
    axis_taps.second = static_cast<std::uint32_t>(steps & (weight_scale - 1));
    return axis_taps;
}

Tap tap_at(std::int64_t x, std::int64_t y, std::uint32_t weight) {
    return {x >= 0 && y >= 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
            static_cast<float>(weight) / weight_scale};
}

// The weight of the texel that is second in both directions is a product, rounded to a multiple of 1/256. The
// other weights are the remainders of the rows and columns, as on an H200.
Taps crossed(const AxisTaps& columns, const AxisTaps& rows) {
    const std::uint32_t last = (columns.second * rows.second + weight_scale / 2) / weight_scale;
    return {tap_at(columns.at[0], rows.at[0], weight_scale - columns.second - rows.second + last),
            tap_at(columns.at[1], rows.at[0], columns.second - last),
            tap_at(columns.at[0], rows.at[1], rows.second - last), tap_at(columns.at[1], rows.at[1], last)};
}

} // namespace

// A 1D texture is treated as 2D with one row; its fetches have y = 0, the upper edge.
Taps taps_at(const Texture& texture, std::span<const float> place) {
    return crossed(axis_taps_at(texture, 0, place[0]),
                   axis_taps_at(texture, 1, place.size() > 1 ? place[1] : 0));
}

Taps taps_of(const Texture& texture, std::span<const std::int32_t> texel) {
    AxisTaps columns;
    AxisTaps rows;
    columns.at[0] = inside(texel[0], texture.width, address_mode_of(texture, 0));
    if (texel.size() > 1) rows.at[0] = inside(texel[1], texture.height, address_mode_of(texture, 1));
    return crossed(columns, rows);
}

} // namespace simulator
