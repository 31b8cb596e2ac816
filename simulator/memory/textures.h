#pragma once

/// @file
/// Texture objects: handles, and how to read the memory they refer to.

#include <array>
#include <cstdint>
#include <map>

#include "memory/device_memory.h"

namespace simulator {

/// Address mode: result of a fetch outside of the texture.
enum class TextureAddressMode : std::uint8_t {
    wrap,   ///< the texture repeats
    mirror, ///< the texture repeats, every other time mirrored
    clamp,  ///< the nearest texel at the edge
    border, ///< the border color
};

/// Type of a texel's channels.
enum class TexelKind : std::uint8_t { signed_integer, unsigned_integer, floating };

/// A texture of one or two dimensions.
struct Texture {
    Address begin = 0;                                    ///< address of the first texel
    std::uint32_t width = 0;                              ///< texels per row
    std::uint32_t height = 1;                             ///< number of rows
    std::uint64_t pitch = 0;                              ///< bytes from one row to the next
    TexelKind kind = TexelKind::floating;                 ///< type of each channel
    std::uint8_t channel_bytes = 4;                       ///< bytes per channel: 1, 2 or 4
    std::uint8_t channels = 1;                            ///< channels per texel: 1, 2 or 4
    std::array<TextureAddressMode, 2> address_modes = {}; ///< index: dimension
    std::array<float, 4> border = {};                     ///< color for TextureAddressMode::border
    bool linear = false;                                  ///< interpolates between texels (linear filtering)
    bool normalized = false;             ///< coordinates range from 0 to 1, regardless of its size
    bool reads_normalized_float = false; ///< unsigned integers become 0 to 1, signed ones -1 to 1

    /// Bytes per texel.
    [[nodiscard]] std::uint32_t texel_bytes() const { return std::uint32_t{channel_bytes} * channels; }
};

/// The texture objects of a process. Concurrent lookups are safe, as with DeviceMemory.
class Textures {
public:
    /// Creates an object and returns its handle, which is never reused.
    std::uint64_t add(const Texture& texture);
    /// Returns the texture of a handle; null if the handle is invalid or was removed.
    [[nodiscard]] const Texture* find(std::uint64_t handle) const;
    /// Removes an object; returns false if there is none.
    bool remove(std::uint64_t handle) { return textures_.erase(handle) != 0; }
    /// Removes all objects.
    void clear() { textures_.clear(); }

private:
    std::map<std::uint64_t, Texture> textures_;
    std::uint64_t last_ = 0;
};

} // namespace simulator
