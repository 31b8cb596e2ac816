// Texture fetches for every kind of texel, at and between texels, inside and outside of the texture.

#include "conformance.cuh"

namespace conformance::textures {
namespace {

constexpr u32 width = 8;
constexpr u32 height = 5;
constexpr u32 places = 256; // one fetch per thread

/// An array whose texels differ in all of their components, and a texture object for it.
class Source {
public:
    Source(u32 rows, cudaChannelFormatDesc format, cudaTextureDesc how) {
        const u32 number_bytes = static_cast<u32>(format.x) / 8;
        const u32 row_numbers = width * (format.w != 0 ? 4 : format.y != 0 ? 2 : 1);
        std::vector<unsigned char> bytes;
        for (u32 n = 0; n < row_numbers * rows; ++n) {
            const u32 number = n * 0x9e3779b1U >> 12;
            const f32 small = static_cast<f32>(number % 512) - 100;
            const void* const from =
                format.f == cudaChannelFormatKindFloat ? static_cast<const void*>(&small) : &number;
            const auto* const first = static_cast<const unsigned char*>(from);
            bytes.insert(bytes.end(), first, first + number_bytes);
        }
        const std::size_t row = std::size_t{row_numbers} * number_bytes;
        check(cudaMallocArray(&array_, &format, width, rows == 1 ? 0 : rows), "cudaMallocArray");
        check(cudaMemcpy2DToArray(array_, 0, 0, bytes.data(), row, row, rows, cudaMemcpyHostToDevice),
              "copy");
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        check(cudaCreateTextureObject(&object_, &resource, &how, nullptr), "cudaCreateTextureObject");
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    ~Source() {
        cudaDestroyTextureObject(object_);
        cudaFreeArray(array_);
    }
    cudaTextureObject_t get() const { return object_; }

private:
    cudaArray_t array_ = nullptr;
    cudaTextureObject_t object_ = 0;
};

using Fetch = void (*)(cudaTextureObject_t, Word*, f32);

Words fetched(Fetch fetch, const Source& source, f32 scale) {
    const DeviceWords words(std::size_t{places} * 4);
    fetch<<<places / 32, 32>>>(source.get(), words.get(), scale);
    check(cudaGetLastError(), "launch");
    return words.fetch();
}

/// Coordinates from outside on one side to outside on the other, in steps that are not multiples of 1/256.
__device__ f32 along(u32 thread, u32 size) {
    return -1.5F * static_cast<f32>(size) +
           static_cast<f32>(thread) * (4.0F * static_cast<f32>(size) / places + 0.0007F);
}

cudaTextureDesc reading(cudaTextureFilterMode filter, cudaTextureAddressMode edge, bool normalized,
                        cudaTextureReadMode mode) {
    cudaTextureDesc how = {};
    how.filterMode = filter;
    how.addressMode[0] = how.addressMode[1] = edge;
    how.normalizedCoords = normalized;
    how.readMode = mode;
    for (int n = 0; n < 4; ++n) how.borderColor[n] = 7 + static_cast<f32>(n);
    return how;
}

} // namespace

// A kernel per spelling. Components that a texel does not have are undefined and are not compared.
#define FETCH_1D(name, text, numbers)                                                \
    __global__ void name(cudaTextureObject_t texture, Word* out, f32 scale) {        \
        const u32 thread = blockIdx.x * 32 + threadIdx.x;                            \
        const f32 x = along(thread, width) * scale;                                  \
        u32 got[4];                                                                  \
        asm volatile("{ .reg .b32 a, b, c, e; .reg .b64 t; mov.b64 t, %4;\n" text    \
                     ".f32 {a, b, c, e}, [t, {%5}];\n"                               \
                     "mov.b32 %0, a; mov.b32 %1, b; mov.b32 %2, c; mov.b32 %3, e; }" \
                     : "=r"(got[0]), "=r"(got[1]), "=r"(got[2]), "=r"(got[3])        \
                     : "l"(texture), "f"(x));                                        \
        for (u32 n = 0; n < numbers; ++n) out[thread * 4 + n] = got[n];              \
    }
#define FETCH_2D(name, text, numbers)                                                            \
    __global__ void name(cudaTextureObject_t texture, Word* out, f32 scale) {                    \
        const u32 thread = blockIdx.x * 32 + threadIdx.x;                                        \
        const f32 x = along(thread, width) * scale;                                              \
        const f32 y = along(thread * 37 % places, height) * (scale == 1 ? 1.0F : 1.0F / height); \
        u32 got[4];                                                                              \
        asm volatile("{ .reg .b32 a, b, c, e; .reg .b64 t; mov.b64 t, %4;\n" text                \
                     ".f32 {a, b, c, e}, [t, {%5, %6}];\n"                                       \
                     "mov.b32 %0, a; mov.b32 %1, b; mov.b32 %2, c; mov.b32 %3, e; }"             \
                     : "=r"(got[0]), "=r"(got[1]), "=r"(got[2]), "=r"(got[3])                    \
                     : "l"(texture), "f"(x), "f"(y));                                            \
        for (u32 n = 0; n < numbers; ++n) out[thread * 4 + n] = got[n];                          \
    }
FETCH_1D(line_of_floats, "tex.1d.v4.f32", 1)
FETCH_1D(line_of_pairs, "tex.1d.v4.u32", 2)
FETCH_2D(plane_of_floats, "tex.2d.v4.f32", 1)
FETCH_2D(plane_of_colors, "tex.2d.v4.f32", 4)
FETCH_2D(plane_of_bytes, "tex.2d.v4.s32", 4)

// A case per way of reading: `scale` converts texel coordinates to normalized ones.
#define CASE(row, name, fetch, rows, format, filter, edge, normalized, mode)        \
    const bool JOIN(added, __COUNTER__) = add(#row, name, {}, [] {                  \
        const Source source(rows, format, reading(filter, edge, normalized, mode)); \
        return fetched(fetch, source, normalized ? 1.0F / width : 1.0F);            \
    });
#define EDGES(row, name, fetch, rows, format, filter, mode)                                              \
    CASE(row, name "-clamp", fetch, rows, format, filter, cudaAddressModeClamp, false, mode)             \
    CASE(row, name "-border", fetch, rows, format, filter, cudaAddressModeBorder, false, mode)           \
    CASE(row, name "-clamp-normalized", fetch, rows, format, filter, cudaAddressModeClamp, true, mode)   \
    CASE(row, name "-border-normalized", fetch, rows, format, filter, cudaAddressModeBorder, true, mode) \
    CASE(row, name "-wrap-normalized", fetch, rows, format, filter, cudaAddressModeWrap, true, mode)     \
    CASE(row, name "-mirror-normalized", fetch, rows, format, filter, cudaAddressModeMirror, true, mode)

EDGES(tex_1d, "tex.1d.v4.f32.f32-point", line_of_floats, 1, cudaCreateChannelDesc<f32>(), cudaFilterModePoint,
      cudaReadModeElementType)
EDGES(tex_1d, "tex.1d.v4.f32.f32-linear", line_of_floats, 1, cudaCreateChannelDesc<f32>(),
      cudaFilterModeLinear, cudaReadModeElementType)
CASE(tex_1d, "tex.1d.v4.u32.f32", line_of_pairs, 1, cudaCreateChannelDesc<ushort2>(), cudaFilterModePoint,
     cudaAddressModeClamp, false, cudaReadModeElementType)
EDGES(tex_2d, "tex.2d.v4.f32.f32-point", plane_of_floats, height, cudaCreateChannelDesc<f32>(),
      cudaFilterModePoint, cudaReadModeElementType)
EDGES(tex_2d, "tex.2d.v4.f32.f32-linear", plane_of_floats, height, cudaCreateChannelDesc<f32>(),
      cudaFilterModeLinear, cudaReadModeElementType)
EDGES(tex_2d, "tex.2d.v4.f32.f32-colors", plane_of_colors, height, cudaCreateChannelDesc<float4>(),
      cudaFilterModeLinear, cudaReadModeElementType)
CASE(tex_2d, "tex.2d.v4.s32.f32", plane_of_bytes, height, cudaCreateChannelDesc<char4>(), cudaFilterModePoint,
     cudaAddressModeClamp, false, cudaReadModeElementType)
CASE(tex_2d, "tex.2d.v4.f32.f32-fractions-of-bytes", plane_of_colors, height, cudaCreateChannelDesc<uchar4>(),
     cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat)
CASE(tex_2d, "tex.2d.v4.f32.f32-fractions-of-signed-words", plane_of_colors, height,
     cudaCreateChannelDesc<short4>(), cudaFilterModePoint, cudaAddressModeClamp, false,
     cudaReadModeNormalizedFloat)

} // namespace conformance::textures
