// By persistent blocks: as many as the GPU holds at once, each of which computes every gridDim.x-th patch of
// the grid. Choose it where the setup of a block, say a table, should serve more than one patch; here there is
// no setup, and the last round of patches leaves some blocks idle.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 4; // per thread, all in one row, 32 columns apart
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

/// Computes the potential of the points in patch (@p across, @p down), with all threads of one block.
__device__ void gather_patch(const PotentialArgs& args, int across, int down) {
    __shared__ Atom atoms[tile];
    const int row = down * rows + threadIdx.y;
    const int first_column = across * 32 * points + threadIdx.x;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size)
            atoms[i] = prepared(args.atoms[first + i]);
        __syncthreads();
#pragma unroll 16
        for (int i = 0; i < count; ++i) add_atom(atoms[i], x, row * args.spacing, sum);
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args, int across, int patches) {
    for (int patch = blockIdx.x; patch < patches; patch += gridDim.x)
        gather_patch(args, patch % across, patch / across);
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static int most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, gather, block_size, 0));
    return multiprocessors * blocks;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    static const int most = most_blocks();
    const int across = groups_of(32 * points, args.width), patches = across * groups_of(rows, args.height);
    gather<<<std::min(most, patches), dim3(32, rows)>>>(args, across, patches);
    CUDA_CHECK_LAUNCH();
}
