// Texture objects.

#include <cstdint>

#include "runtime/api/entry.h"
#include "runtime/arrays.h"
#include "runtime/pointers.h"

using namespace simulator::runtime;
using simulator::Address;
using simulator::TexelKind;
using simulator::Texture;
using simulator::TextureAddressMode;

namespace {

// The H200's cudaDeviceProp::textureAlignment and texturePitchAlignment.
constexpr std::size_t alignment = 512;
constexpr std::size_t pitch_alignment = 32;

TextureAddressMode address_mode_of(cudaTextureAddressMode mode) {
    switch (mode) {
        case cudaAddressModeWrap: return TextureAddressMode::wrap;
        case cudaAddressModeMirror: return TextureAddressMode::mirror;
        case cudaAddressModeBorder: return TextureAddressMode::border;
        default: return TextureAddressMode::clamp;
    }
}

TexelKind kind_of(cudaChannelFormatKind kind) {
    switch (kind) {
        case cudaChannelFormatKindSigned: return TexelKind::signed_integer;
        case cudaChannelFormatKindUnsigned: return TexelKind::unsigned_integer;
        case cudaChannelFormatKindFloat: return TexelKind::floating;
        default: throw ApiError(cudaErrorInvalidChannelDescriptor);
    }
}

void set_format(Texture& texture, const cudaChannelFormatDesc& format) {
    texture.kind = kind_of(format.f);
    const int channels = (format.x != 0) + (format.y != 0) + (format.z != 0) + (format.w != 0);
    require(format.x == 8 || format.x == 16 || format.x == 32, cudaErrorInvalidChannelDescriptor);
    require(channels == 1 || channels == 2 || channels == 4, cudaErrorInvalidChannelDescriptor);
    if (format.f == cudaChannelFormatKindFloat && format.x != 32)
        refuse_unsupported("a texture of floating-point numbers that do not have 32 bits");
    texture.channel_bytes = static_cast<std::uint8_t>(format.x / 8);
    texture.channels = static_cast<std::uint8_t>(channels);
}

/// Converts a number of texels to the type of a texture's extent. Rejects numbers that do not fit.
std::uint32_t extent_of(std::size_t texels) {
    require(texels <= UINT32_MAX);
    return static_cast<std::uint32_t>(texels);
}

Texture over_linear_memory(const cudaResourceDesc& resource) {
    const auto& memory = resource.res.linear;
    Texture texture;
    texture.begin = address_of(memory.devPtr);
    set_format(texture, memory.desc);
    require(texture.begin != 0 && texture.begin % alignment == 0);
    texture.width = extent_of(memory.sizeInBytes / texture.texel_bytes());
    // tex1Dfetch() returns 0 outside of the texture, whatever the address modes are.
    texture.address_modes = {TextureAddressMode::border, TextureAddressMode::border};
    return texture;
}

Texture over_pitched_memory(const cudaResourceDesc& resource) {
    const auto& memory = resource.res.pitch2D;
    Texture texture;
    texture.begin = address_of(memory.devPtr);
    set_format(texture, memory.desc);
    require(texture.begin != 0 && texture.begin % alignment == 0 && memory.width > 0 && memory.height > 0);
    texture.width = extent_of(memory.width);
    texture.height = extent_of(memory.height);
    texture.pitch = memory.pitchInBytes;
    require(texture.pitch % pitch_alignment == 0);
    return texture;
}

Texture over_array(Runtime& runtime, const cudaResourceDesc& resource) {
    const Array& array = runtime.arrays().made.at(resource.res.array.array);
    if (array.depth != 0) refuse_unsupported("a texture of three dimensions");
    Texture texture;
    texture.begin = array.begin;
    set_format(texture, array.format);
    texture.width = extent_of(array.width);
    texture.height = extent_of(array.rows());
    texture.pitch = array.row_bytes();
    return texture;
}

Texture over(Runtime& runtime, const cudaResourceDesc& resource) {
    switch (resource.resType) {
        case cudaResourceTypeLinear: return over_linear_memory(resource);
        case cudaResourceTypePitch2D: return over_pitched_memory(resource);
        case cudaResourceTypeArray: return over_array(runtime, resource);
        case cudaResourceTypeMipmappedArray: refuse_unsupported("a texture with mipmaps");
    }
    throw ApiError(cudaErrorInvalidValue);
}

void set_reading(Texture& texture, const cudaTextureDesc& how, bool linear_memory) {
    if (how.sRGB != 0) refuse_unsupported("a texture in sRGB");
    if (how.maxMipmapLevelClamp != 0 || how.minMipmapLevelClamp != 0)
        refuse_unsupported("a texture with mipmaps");
    texture.reads_normalized_float =
        how.readMode == cudaReadModeNormalizedFloat && texture.kind != TexelKind::floating;
    require(!texture.reads_normalized_float || texture.channel_bytes < 4, cudaErrorInvalidNormSetting);
    const bool linear = how.filterMode == cudaFilterModeLinear;
    require(!linear || texture.reads_normalized_float || texture.kind == TexelKind::floating,
            cudaErrorInvalidFilterSetting);
    if (linear_memory) return; // has integer coordinates, so filter and address modes do not apply
    texture.linear = linear;
    texture.normalized = how.normalizedCoords != 0;
    texture.address_modes = {address_mode_of(how.addressMode[0]), address_mode_of(how.addressMode[1])};
    std::copy_n(how.borderColor, 4, texture.border.begin());
}

} // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(object != nullptr && resource != nullptr);
        require(how != nullptr, cudaErrorInvalidResourceHandle);
        if (view != nullptr) refuse_unsupported("a texture with a resource view");
        Texture texture = over(runtime, *resource);
        set_reading(texture, *how, resource->resType == cudaResourceTypeLinear);
        *object = runtime.arrays().textures.add(texture);
    });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(object == 0 || runtime.arrays().textures.remove(object));
    });
}
