// Through a texture: atoms are texels of four floats, from which the tiles are filled. A texture begins at a
// multiple of 512 bytes; atoms at other addresses are loaded as usual. Choose it where the atoms are already in
// a texture, or are read out of order; in order a load is as good.

#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 8; // per thread, all in one row, 32 columns apart
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Returns the atom with z² + SOFTENING², which is the same for all points, in place of z.
__device__ Atom prepared(Atom atom) {
    atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
    return atom;
}

/// Adds an atom's shares to the sums of the points (x[j], y). @p atom has z² + SOFTENING² in place of z.
__device__ void add_atom(const Atom& atom, const float (&x)[points], float y, float (&sum)[points]) {
    const float dy = y - atom.y;
    const float of_row = dy * dy + atom.z;
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const float dx = x[j] - atom.x;
        sum[j] += atom.charge * inverse_root(dx * dx + of_row);
    }
}

struct FromTexture {
    cudaTextureObject_t atoms;
    __device__ Atom operator[](int i) const {
        const float4 texel = tex1Dfetch<float4>(atoms, i);
        return {texel.x, texel.y, texel.z, texel.w};
    }
};

template <typename Source> __global__ void __launch_bounds__(block_size)
    gather(PotentialArgs args, Source source) {
    __shared__ Atom atoms[tile];
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size)
            atoms[i] = prepared(source[first + i]);
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < count; ++i) add_atom(atoms[i], x, y, sum);
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

static int attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

static cudaTextureObject_t texture_of(const Atom* atoms, int count) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<Atom*>(atoms); // read-only
    resource.res.linear.desc = cudaCreateChannelDesc<float4>();
    resource.res.linear.sizeInBytes = count * sizeof(Atom);
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    return texture;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    static const int alignment = attribute(cudaDevAttrTextureAlignment);
    static const int most = attribute(cudaDevAttrMaxTexture1DLinearWidth);
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height)), block(32, rows);
    if (reinterpret_cast<std::uintptr_t>(args.atoms) % alignment != 0 || args.count == 0 ||
        args.count > most) {
        gather<<<grid, block>>>(args, args.atoms);
        CUDA_CHECK_LAUNCH();
        return;
    }
    const cudaTextureObject_t texture = texture_of(args.atoms, args.count);
    gather<<<grid, block>>>(args, FromTexture{texture});
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaStreamSynchronize(nullptr)); // the kernel needs the texture until its end
    CUDA_CHECK(cudaDestroyTextureObject(texture));
}
