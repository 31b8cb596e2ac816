#pragma once

/// @file
/// Texture objects: which memory a handle stands for, and how it is to be read.

#include <array>
#include <cstdint>
#include <map>

#include "memory/device_memory.h"

namespace simulator {

/// What lies outside of a texture.
enum class TextureAddressMode : std::uint8_t {
    wrap,   ///< the texture again
    mirror, ///< the texture again, every other time mirrored
    clamp,  ///< what is at the edge
    border, ///< the border's color
};

/// What the numbers of a texel are.
enum class TexelKind : std::uint8_t { signed_integer, unsigned_integer, floating };

/// A texture of one or two dimensions.
struct Texture {
    Address begin = 0;                                    ///< the first texel
    std::uint32_t width = 0;                              ///< texels of a row
    std::uint32_t height = 1;                             ///< rows
    std::uint64_t pitch = 0;                              ///< bytes from a row to the next
    TexelKind kind = TexelKind::floating;                 ///< of each number
    std::uint8_t channel_bytes = 4;                       ///< of each number: 1, 2 or 4
    std::uint8_t channels = 1;                            ///< numbers of a texel: 1, 2 or 4
    std::array<TextureAddressMode, 2> address_modes = {}; ///< by dimension
    std::array<float, 4> border = {};                     ///< for TextureAddressMode::border
    bool linear = false;                                  ///< what lies between texels is interpolated
    bool normalized = false;             ///< coordinates reach from 0 to 1, whatever its size
    bool reads_normalized_float = false; ///< whole numbers become 0 to 1, or -1 to 1

    /// Bytes of a texel.
    [[nodiscard]] std::uint32_t texel_bytes() const { return std::uint32_t{channel_bytes} * channels; }
};

/// The texture objects of a process. Looking up is safe beside itself, as with DeviceMemory.
class Textures {
public:
    /// Makes an object and gives its handle, which is never used again.
    std::uint64_t add(const Texture& texture);
    /// What a handle stands for; null where it stands for nothing, or no longer.
    [[nodiscard]] const Texture* find(std::uint64_t handle) const;
    /// Ends an object; false when there is none.
    bool remove(std::uint64_t handle) { return textures_.erase(handle) != 0; }
    /// Ends all.
    void clear() { textures_.clear(); }

private:
    std::map<std::uint64_t, Texture> textures_;
    std::uint64_t last_ = 0;
};

} // namespace simulator
