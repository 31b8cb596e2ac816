// Lab 04 with loads of A and B through textures: a template kernel reads a matrix by a functor, and the host selects
// the functor. Choose it for the other functions of a texture, or for the cache of its unit. A texture over linear
// memory must begin at a multiple of 512 bytes and has at most 2^27 texels; matrices that do not fit are read
// through their pointers.

#include <cstddef>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 32;            // rows and columns of a tile
using Tile = float[side][side + 4]; // with padding, so that neighbouring rows begin in other banks

/// One element of a tile.
struct Place {
    int row;
    int column;
};

/// A warp takes 4 rows of 8 columns, with lanes mapped so that neighbours read the same words.
__device__ Place place_in_patch(int warp, int lane) {
    return {warp / 4 * 4 + lane % 2 + lane / 16 * 2, warp % 4 * 8 + lane / 2 % 8};
}

/// Returns @p sum plus the products of two tiles for one element of C. The tile of B is stored on its side.
__device__ float sum_of_products(const Tile& a_tile, const Tile& b_tile, Place own, float sum) {
#pragma unroll
    for (int k = 0; k < side; k += 4) {
        const float4 from_a = *reinterpret_cast<const float4*>(&a_tile[own.row][k]);
        const float4 from_b = *reinterpret_cast<const float4*>(&b_tile[own.column][k]);
        sum += from_a.x * from_b.x;
        sum += from_a.y * from_b.y;
        sum += from_a.z * from_b.z;
        sum += from_a.w * from_b.w;
    }
    return sum;
}

struct Pointer {
    const float* data;
    __device__ float operator()(int i) const { return data[i]; }
};

struct Texture {
    cudaTextureObject_t data;
    __device__ float operator()(int i) const { return tex1Dfetch<float>(data, i); }
};

template <typename Matrix> __global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(Matrix a, Matrix b, float* c, int n, int m, int p) {
    __shared__ __align__(16) Tile a_tile; // [row][k]
    __shared__ __align__(16) Tile b_tile; // [column][k]
    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads
    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += side) {
        const int a_column = first_k + threadIdx.x;
        const int b_row = first_k + own.row;
        // Both loads before the first store, so that both are in flight at once.
        const float from_a = a_row < n && a_column < p ? a(a_row * p + a_column) : 0.0f;
        const float from_b = b_row < p && column < m ? b(b_row * m + column) : 0.0f;
        a_tile[threadIdx.y][threadIdx.x] = from_a;
        b_tile[own.column][own.row] = from_b;
        __syncthreads(); // the tiles are complete
        sum = sum_of_products(a_tile, b_tile, own, sum);
        __syncthreads(); // all threads have read the tiles
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

static bool fits_a_texture(const float* data, std::size_t count) {
    constexpr std::size_t most_texels = std::size_t{1} << 27;
    return count > 0 && count <= most_texels && reinterpret_cast<std::uintptr_t>(data) % 512 == 0;
}

static cudaTextureObject_t texture_of(const float* data, std::size_t count) {
    cudaResourceDesc memory = {};
    memory.resType = cudaResourceTypeLinear;
    memory.res.linear.devPtr = const_cast<float*>(data); // a texture is read-only
    memory.res.linear.desc = cudaCreateChannelDesc<float>();
    memory.res.linear.sizeInBytes = count * sizeof(float);
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &memory, &how, nullptr));
    return texture;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    const dim3 block(side, side);
    const std::size_t a_count = static_cast<std::size_t>(args.n) * args.p;
    const std::size_t b_count = static_cast<std::size_t>(args.p) * args.m;
    if (!fits_a_texture(args.a, a_count) || !fits_a_texture(args.b, b_count)) {
        multiply_tiles<<<grid, block>>>(Pointer{args.a}, Pointer{args.b}, args.c, args.n, args.m, args.p);
        CUDA_CHECK_LAUNCH();
        return;
    }
    const cudaTextureObject_t a = texture_of(args.a, a_count);
    const cudaTextureObject_t b = texture_of(args.b, b_count);
    multiply_tiles<<<grid, block>>>(Texture{a}, Texture{b}, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaStreamSynchronize(nullptr)); // the kernel uses the textures until then
    CUDA_CHECK(cudaDestroyTextureObject(a));
    CUDA_CHECK(cudaDestroyTextureObject(b));
}
