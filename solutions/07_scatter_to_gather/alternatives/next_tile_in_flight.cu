// With cuda::barrier and cuda::memcpy_async: the next tile of atoms is copied to shared memory while this one
// is used. The copy does not change the atoms, so z² + SOFTENING² is computed once per thread, and not once per
// block. Choose it where a tile is short and the latency of its loads would show.

#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 8; // per thread, all in one row, 32 columns apart
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int tile = 256; // atoms, one per thread
constexpr int block_size = 32 * rows;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

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

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Atom tiles[2][tile];
#pragma nv_diag_suppress static_var_with_dynamic_init // init() replaces the constructor
    __shared__ Barrier ready[2];
    const int thread = threadIdx.y * 32 + threadIdx.x;
    if (thread < 2) init(&ready[thread], block_size);
    __syncthreads();
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    const auto bring = [&](int first, int to) {
        if (first + thread < args.count)
            cuda::memcpy_async(&tiles[to][thread], &args.atoms[first + thread],
                               cuda::aligned_size_t<16>(sizeof(Atom)), ready[to]);
    };
    bring(0, 0);
    for (int first = 0, now = 0; first < args.count; first += tile, now ^= 1) {
        ready[now].arrive_and_wait(); // this tile is loaded, and the other one is no longer in use
        bring(first + tile, now ^ 1);
        const int count = min(tile, args.count - first);
#pragma unroll 8
        for (int i = 0; i < count; ++i) add_atom(prepared(tiles[now][i]), x, y, sum);
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, dim3(32, rows)>>>(args);
    CUDA_CHECK_LAUNCH();
}
